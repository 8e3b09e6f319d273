/** Pulls the method `m` up with Eclipse's engine. */
final class PullUpMethod {
    static String apply(String text) {
        return Judged.refactored("pull up method", text);
    }
}
