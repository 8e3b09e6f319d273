package dumps;

import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles programs one after the other: a compiler that has compiled before is fast. */
public final class Compile {
    private Compile() {}

    /**
     * Arguments: the class path, and a file with a line for each program: its source, and a folder for its classes, with a tab in
     * between; what stands behind another tab is for {@link Main}.
     */
    public static void main(String[] arguments) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        for (String line : Files.readAllLines(Path.of(arguments[1]))) {
            String[] parts = line.split("\t");
            if (compiler.run(null, null, null, "-g", "-d", parts[1], "-cp", arguments[0], parts[0]) != 0) {
                System.exit(1);
            }
        }
    }
}
