import java.util.List;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Result;
import org.openrewrite.SourceFile;
import org.openrewrite.internal.InMemoryLargeSourceSet;
import org.openrewrite.java.format.AutoFormat;

/** Formats a text with OpenRewrite: it keeps its tokens and comments, and compiles; that it is formatted alike again is checked by fex. */
final class OpenRewriteFormat {
    static String apply(String text) {
        SourceFile file = OpenRewritePrint.parsed(text);
        InMemoryExecutionContext context = new InMemoryExecutionContext(error -> {
            throw new AssertionError(error);
        });
        InMemoryLargeSourceSet files = new InMemoryLargeSourceSet(List.of(file));
        List<Result> results = new AutoFormat(null).run(files, context, 1).getChangeset().getAllResults();
        String formatted = results.isEmpty() ? text : results.get(0).getAfter().printAll();
        if (!withoutSpace(formatted).equals(withoutSpace(text))) {
            throw new AssertionError("other tokens:\n" + formatted);
        }
        Compiled compiled = Compiled.of(formatted);
        if (!compiled.isOk()) {
            throw new AssertionError("does not compile: " + compiled.problem() + "\n" + formatted);
        }
        return formatted;
    }

    private static String withoutSpace(String text) {
        return text.replaceAll("\\s+", "");
    }

    private OpenRewriteFormat() {}
}
