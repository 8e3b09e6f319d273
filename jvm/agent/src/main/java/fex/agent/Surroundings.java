package fex.agent;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;

/** What tests like to replace for the whole JVM, as it was at the start. */
final class Surroundings {
    /** How many threads tests may leave running before the JVM is no place for others any more. */
    private static final int THREADS = 256;

    /** The heap beyond which a JVM is given up, in bytes: frameworks keep what they have run, and class loaders with it. */
    private static final long HEAP = 512L << 20;

    /** How often tests run before that, so that a suite that needs such a heap anyway does not start a JVM for each of them. */
    private static final int RUNS = 200;

    private int runs;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final InputStream in = System.in;
    private final Properties properties = (Properties) System.getProperties().clone();
    private final Locale locale = Locale.getDefault();
    private final TimeZone zone = TimeZone.getDefault();
    private final int threads = Thread.activeCount();

    @SuppressWarnings("removal")
    private final SecurityManager security = System.getSecurityManager();

    /**
     * Takes back what the tests of a suite must not do to each other.
     *
     * @return whether that worked, and the JVM may be used on
     */
    @SuppressWarnings("removal")
    boolean restore(ClassLoader loader) {
        try {
            if (System.getSecurityManager() != security) {
                System.setSecurityManager(security);
            }
            Thread.interrupted();
            Thread.currentThread().setContextClassLoader(loader);
            System.setOut(out);
            System.setErr(err);
            System.setIn(in);
            boolean isFull = ++runs > RUNS && Runtime.getRuntime().totalMemory() > HEAP;
            return !isFull && Thread.activeCount() - threads <= THREADS;
        } catch (RuntimeException forbidden) {
            return false;
        }
    }

    /** Takes back, too, what a test of the suite may have done for a later one. */
    void restoreAll() {
        System.setProperties((Properties) properties.clone());
        Locale.setDefault(locale);
        TimeZone.setDefault(zone);
    }
}
