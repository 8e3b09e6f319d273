package fex.agent;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * A process that compiles as often as it is asked to, so that the compiler is loaded once, and each jar opened once.
 *
 * <p>A request is a class path, a folder for classes, and sources; the answer is whether they compile, and what the compiler says.
 * Lists and texts come after their lengths, which are ints. The process ends when nobody asks any more.
 */
public final class Compiler {
    private static final List<String> OPTIONS = List.of("-g", "-nowarn", "-encoding", "UTF-8");

    private final JavaCompiler compiler;
    private final StandardJavaFileManager files;

    private Compiler(JavaCompiler compiler) {
        this.compiler = compiler;
        files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    }

    /** Reads requests from the standard input, and answers them on the standard output. */
    public static void main(String[] arguments) throws IOException {
        DataInputStream requests = new DataInputStream(new BufferedInputStream(System.in));
        DataOutputStream answers = new DataOutputStream(new BufferedOutputStream(System.out));
        // What annotation processors print is no answer.
        System.setOut(System.err);
        JavaCompiler found = ToolProvider.getSystemJavaCompiler();
        if (found == null) {
            // A runtime without a compiler.
            System.exit(1);
        }
        Compiler compiler = new Compiler(found);
        try {
            while (true) {
                compiler.answer(requests, answers);
            }
        } catch (EOFException nobodyAsks) {
            System.exit(0);
        }
    }

    private void answer(DataInputStream requests, DataOutputStream answers) throws IOException {
        List<Path> classPath = paths(requests);
        Path folder = Path.of(text(requests));
        List<Path> sources = paths(requests);
        StringWriter said = new StringWriter();
        boolean compiles;
        try {
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
            files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(folder));
            var units = files.getJavaFileObjectsFromPaths(sources);
            compiles = compiler.getTask(said, files, null, OPTIONS, null, units).call();
        } catch (IOException | RuntimeException | LinkageError problem) {
            // Of the compiler's own, or of an annotation processor.
            said.append("error: ").append(problem.toString());
            compiles = false;
        }
        answers.writeBoolean(compiles);
        byte[] bytes = said.toString().getBytes(StandardCharsets.UTF_8);
        answers.writeInt(bytes.length);
        answers.write(bytes);
        answers.flush();
    }

    private static List<Path> paths(DataInputStream requests) throws IOException {
        List<Path> paths = new ArrayList<>();
        for (int left = requests.readInt(); left > 0; left--) {
            paths.add(Path.of(text(requests)));
        }
        return paths;
    }

    private static String text(DataInputStream requests) throws IOException {
        return new String(requests.readNBytes(requests.readInt()), StandardCharsets.UTF_8);
    }
}
