/** Pushes down the field `f` with Eclipse's engine. */
final class PushDownField {
    static String apply(String text) {
        return Judged.refactored("push down field", text);
    }
}
