import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.ParseExceptionResult;
import org.openrewrite.SourceFile;
import org.openrewrite.java.JavaParser;
import org.openrewrite.tree.ParseError;

/** Parses a text with OpenRewrite and prints it: what is printed has to be the text, to the letter. */
final class OpenRewritePrint {
    private static final JavaParser PARSER = JavaParser.fromJavaVersion().build();

    static String apply(String text) {
        String printed = parsed(text).printAll();
        if (!printed.equals(text)) {
            throw new AssertionError("another text:\n" + printed);
        }
        return printed;
    }

    /** The tree of a text. OpenRewrite itself prints what it has parsed, and calls it an error if that is another text. */
    static SourceFile parsed(String text) {
        InMemoryExecutionContext context = new InMemoryExecutionContext(error -> {});
        SourceFile file = PARSER.reset().parse(context, text).findFirst().orElseThrow();
        if (file instanceof ParseError error) {
            SourceFile erroneous = error.getErroneous();
            String why = erroneous == null
                    ? "does not parse: " + file.getMarkers().findFirst(ParseExceptionResult.class).orElseThrow().getMessage()
                    : "another text:\n" + erroneous.printAll();
            throw new AssertionError(why);
        }
        return file;
    }

    private OpenRewritePrint() {}
}
