/** Renames the field `f` to `k` with Eclipse's engine. */
final class RenameField {
    static String apply(String text) {
        return Judged.refactored("rename field", text);
    }
}
