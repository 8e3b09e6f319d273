import com.github.javaparser.JavaParser;
import com.github.javaparser.ParseResult;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.visitor.NoCommentEqualsVisitor;

/** Parses a text with JavaParser and prints it: what is printed has to be the same program, with no comment twice. */
final class JavaParserPrint {
    static String apply(String text) {
        CompilationUnit unit = parsed(text);
        String printed = unit.toString();
        if (!NoCommentEqualsVisitor.equals(unit, parsed(printed))) {
            throw new AssertionError("another program:\n" + printed);
        }
        if (comments(printed) > comments(text)) {
            throw new AssertionError("a comment more than once:\n" + printed);
        }
        return printed;
    }

    private static CompilationUnit parsed(String text) {
        ParserConfiguration configuration = new ParserConfiguration().setLanguageLevel(LanguageLevel.JAVA_21);
        ParseResult<CompilationUnit> result = new JavaParser(configuration).parse(text);
        if (!result.isSuccessful()) {
            throw new AssertionError("does not parse: " + result.getProblem(0).getMessage());
        }
        return result.getResult().orElseThrow();
    }

    private static int comments(String text) {
        return text.split("/\\*|// ", -1).length;
    }
}
