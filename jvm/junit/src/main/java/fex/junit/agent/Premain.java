package fex.junit.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Has the JVM start with what the virtual environment takes.
 *
 * <p>The JDK is to call the runtime, which therefore belongs to its own class loader. This class names none of the runtime's, lest the
 * loader of the program has them before.
 */
public final class Premain {
    private static final String RUNTIME = "fex/runtime/";

    private Premain() {}

    /** Called by the JVM before the program begins. */
    public static void premain(String arguments, Instrumentation instrumentation)
            throws IOException, URISyntaxException {
        Path jar = Path.of(Premain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Path runtime = Files.createTempFile("fex-runtime", ".jar");
        runtime.toFile().deleteOnExit();
        copy(jar, runtime);
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(runtime.toFile()));
        Arming.arm(instrumentation);
    }

    private static void copy(Path jar, Path runtime) throws IOException {
        try (JarFile from = new JarFile(jar.toFile());
                OutputStream file = Files.newOutputStream(runtime);
                JarOutputStream to = new JarOutputStream(file)) {
            // It is read once, and soon.
            to.setLevel(0);
            for (JarEntry entry : Collections.list(from.entries())) {
                if (entry.getName().startsWith(RUNTIME) && !entry.isDirectory()) {
                    to.putNextEntry(new JarEntry(entry.getName()));
                    try (InputStream in = from.getInputStream(entry)) {
                        in.transferTo(to);
                    }
                    to.closeEntry();
                }
            }
        }
    }
}
