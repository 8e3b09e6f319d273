import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import spoon.Launcher;
import spoon.reflect.declaration.CtType;
import spoon.support.compiler.VirtualFile;

/** Parses a text with Spoon and prints its types: what is printed has to compile. */
final class SpoonPrint {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    private static final String CLASSES = classes();

    private static String classes() {
        try {
            return Files.createTempDirectory("spoon").toString();
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    static String apply(String text) {
        Launcher launcher = new Launcher();
        launcher.getEnvironment().setComplianceLevel(21);
        launcher.getEnvironment().setNoClasspath(false);
        launcher.addInputResource(new VirtualFile(text, "Text.java"));
        launcher.buildModel();
        String printed = launcher.getModel().getAllTypes().stream()
                .map(CtType::toStringWithImports)
                .collect(Collectors.joining("\n\n"));
        JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///Text.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignored) {
                return printed;
            }
        };
        StringWriter said = new StringWriter();
        List<String> options = List.of("-proc:none", "-nowarn", "-d", CLASSES);
        if (!COMPILER.getTask(said, null, null, options, null, List.of(file)).call()) {
            throw new AssertionError("does not compile: " + said + "\n" + printed);
        }
        return printed;
    }
}
