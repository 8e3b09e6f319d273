/** Moves the method `m` to another class with Eclipse's engine. */
final class MoveMethod {
    static String apply(String text) {
        return Judged.refactored("move method", text);
    }
}
