/** Makes a local variable `k` of what is between the marks with Eclipse's engine. */
final class ExtractLocal {
    static String apply(String text) {
        return Judged.refactored("extract local", text);
    }
}
