/** Pushes the method `m` down with Eclipse's engine. */
final class PushDownMethod {
    static String apply(String text) {
        return Judged.refactored("push down method", text);
    }
}
