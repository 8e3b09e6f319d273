/** Pulls the field `f` up with Eclipse's engine. */
final class PullUpField {
    static String apply(String text) {
        return Judged.refactored("pull up field", text);
    }
}
