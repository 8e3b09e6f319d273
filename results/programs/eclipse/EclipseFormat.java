import java.util.Map;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.core.formatter.CodeFormatter;
import org.eclipse.jdt.internal.formatter.DefaultCodeFormatter;
import org.eclipse.jdt.internal.formatter.DefaultCodeFormatterOptions;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.Document;
import org.eclipse.text.edits.TextEdit;

/** Formats a text with Eclipse's formatter; that it keeps all tokens and still compiles is checked here, that it is idempotent by fex. */
final class EclipseFormat {
    private static final CodeFormatter FORMATTER = formatter();

    static String apply(String text) throws BadLocationException {
        int kind = CodeFormatter.K_COMPILATION_UNIT | CodeFormatter.F_INCLUDE_COMMENTS;
        TextEdit edit = FORMATTER.format(kind, text, 0, text.length(), 0, "\n");
        if (edit == null) {
            throw new AssertionError("it cannot be formatted");
        }
        Document document = new Document(text);
        edit.apply(document);
        String formatted = document.get();
        if (!withoutSpace(formatted).equals(withoutSpace(text))) {
            throw new AssertionError("other tokens:\n" + formatted);
        }
        Compiled compiled = Compiled.of(formatted);
        if (!compiled.isOk()) {
            throw new AssertionError("does not compile: " + compiled.problem() + "\n" + formatted);
        }
        return formatted;
    }

    private static CodeFormatter formatter() {
        Map<String, String> options = DefaultCodeFormatterOptions.getEclipseDefaultSettings().getMap();
        JavaCore.setComplianceOptions("21", options);
        return new DefaultCodeFormatter(options);
    }

    // Comments are broken into lines, and what stands at the head of such a line is no token.
    private static String withoutSpace(String text) {
        return text.replaceAll("(?m)^\\s*\\*(?!/)", "").replaceAll("/\\*\\*?\\s*\\*?|\\s+", "");
    }

    private EclipseFormat() {}
}
