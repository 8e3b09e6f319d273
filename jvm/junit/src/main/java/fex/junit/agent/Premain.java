package fex.junit.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;

/**
 * Has the JVM start with what the virtual environment takes.
 *
 * <p>The JDK is to call the runtime, which therefore belongs to its own class loader. This class names none of the runtime's, lest the
 * loader of the program has them before.
 */
public final class Premain {
    /** The runtime as a jar of its own within this one. */
    private static final String RUNTIME = "/fex-runtime.jar";

    private Premain() {}

    /** Called by the JVM before the program begins. */
    public static void premain(String arguments, Instrumentation instrumentation) throws IOException {
        Path runtime = unpacked();
        runtime.toFile().deleteOnExit();
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(runtime.toFile()));
        Arming.arm(instrumentation);
    }

    /** A file with the runtime. The JDK's own names for temporary files are random numbers, for which every start would have to wait. */
    private static Path unpacked() throws IOException {
        String name = "fex-runtime-" + ProcessHandle.current().pid() + "-";
        for (int number = 0; ; number++) {
            Path file = Path.of(System.getProperty("java.io.tmpdir"), name + number + ".jar");
            try (InputStream runtime = Premain.class.getResourceAsStream(RUNTIME)) {
                // It fails where something is there already, a link included.
                Files.copy(runtime, file);
                return file;
            } catch (FileAlreadyExistsException taken) {
                // By a JVM that was killed, for instance.
            }
        }
    }
}
