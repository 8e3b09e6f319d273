package fex.junit.agent;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * Has the JVM start with what the virtual environment takes.
 *
 * <p>The JDK is to call the runtime, which therefore belongs to the JDK's own class loader, as does what changes classes. This class names
 * none of the runtime's, lest the loader of the program has them before.
 *
 * <p>Every JVM of a build runs this, whether its tests need it or not. So it makes do with classes of the JDK that are there anyway: a process
 * identifier alone, or a resource by its address, takes 10 ms.
 */
public final class Premain {
    /** What the loader of the JDK gets, as a jar of its own within this one. */
    private static final String INNER = "fex-junit-agent.jar";

    private Premain() {}

    /** Called by the JVM before the program begins. */
    public static void premain(String arguments, Instrumentation instrumentation)
            throws IOException, URISyntaxException {
        File temporary = new File(System.getProperty("java.io.tmpdir"));
        String number = free(temporary);
        File unpacked = jar(temporary, number);
        unpacked.deleteOnExit();
        long version = unpack(unpacked);
        instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(unpacked));
        Arming.arm(instrumentation, new File(temporary, "fex-files-" + number), version);
    }

    /** A number that no other JVM has: the file with it in its name is new. */
    private static String free(File temporary) throws IOException {
        String number;
        do {
            number = Long.toHexString(System.nanoTime());
        } while (!jar(temporary, number).createNewFile());
        return number;
    }

    private static File jar(File temporary, String number) {
        return new File(temporary, "fex-junit-" + number + ".jar");
    }

    /** Writes the inner jar into a file; returns its checksum. */
    private static long unpack(File to) throws IOException, URISyntaxException {
        File own = new File(Premain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (JarFile jar = new JarFile(own)) {
            ZipEntry entry = jar.getEntry(INNER);
            try (InputStream inner = jar.getInputStream(entry);
                    OutputStream copy = new FileOutputStream(to)) {
                inner.transferTo(copy);
            }
            return entry.getCrc();
        }
    }
}
