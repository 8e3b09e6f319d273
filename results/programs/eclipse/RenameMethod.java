/** Renames the method `m` to `k` with Eclipse's engine. */
final class RenameMethod {
    static String apply(String text) {
        return Judged.refactored("rename method", text);
    }
}
