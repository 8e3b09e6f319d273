import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;

/** Formats a text with google-java-format; that it keeps all tokens and comments is checked here, that it is idempotent by fex. */
final class GoogleJavaFormat {
    private static final Formatter FORMATTER = new Formatter();

    static String apply(String text) throws FormatterException {
        String formatted = FORMATTER.formatSource(text);
        if (!withoutSpace(formatted).equals(withoutSpace(text))) {
            throw new AssertionError("other tokens:\n" + formatted);
        }
        return formatted;
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }
}
