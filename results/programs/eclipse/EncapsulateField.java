/** Encapsulates the field `f` with Eclipse's engine. */
final class EncapsulateField {
    static String apply(String text) {
        return Judged.refactored("encapsulate field", text);
    }
}
