/** Makes a method `k` of what is between the marks with Eclipse's engine. */
final class ExtractMethod {
    static String apply(String text) {
        return Judged.refactored("extract method", text);
    }
}
