import java.util.stream.Collectors;
import spoon.Launcher;
import spoon.reflect.declaration.CtType;
import spoon.support.compiler.VirtualFile;

/** Parses a text with Spoon and prints its types: what is printed has to compile. */
final class SpoonPrint {
    static String apply(String text) {
        Launcher launcher = new Launcher();
        launcher.getEnvironment().setComplianceLevel(21);
        launcher.getEnvironment().setNoClasspath(false);
        launcher.addInputResource(new VirtualFile(text, "Text.java"));
        launcher.buildModel();
        String printed = launcher.getModel().getAllTypes().stream()
                .map(CtType::toStringWithImports)
                .collect(Collectors.joining("\n\n"));
        Compiled compiled = Compiled.of(printed);
        if (!compiled.isOk()) {
            throw new AssertionError("does not compile: " + compiled.problem() + "\n" + printed);
        }
        return printed;
    }
}
