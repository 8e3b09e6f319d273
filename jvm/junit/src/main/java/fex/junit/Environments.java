package fex.junit;

import fex.runtime.HeldEnvironment;
import fex.runtime.HeldExit;
import fex.runtime.HeldStatics;
import fex.runtime.HeldTest;
import fex.runtime.Unheld;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/** The environment of one test after the other: from before it is made, or what prepares it, until after what follows it. */
final class Environments {
    private static final String MISSING =
            "the virtual environment needs the agent of fex-junit: the JVM of the tests has to start with -javaagent:"
                    + "PATH/fex-junit.jar; `fex junit` says what to add to your build";

    /** There is one environment for all of the JVM. */
    private static final ReentrantLock ONE = new ReentrantLock();

    /** The classes of which there are instances for the test: that of a nested class is made after those around it. */
    private static final Set<Class<?>> CONSTRUCTED = new HashSet<>();

    private Environments() {}

    /** Tests of a class begin, which find in static fields what initialisers left there, and not what other tests did. */
    static void beginClass() {
        HeldStatics.beginClass();
    }

    /** They have ended, and other tests find what those before them left. */
    static void endClass() {
        HeldStatics.endClass();
    }

    /** An instance of a test class is made, the first one for a test or one of a nested class. */
    static void beginToConstruct(Class<?> type) {
        if (isBegun() && CONSTRUCTED.contains(type)) {
            // JUnit gave up the test before, because an extension failed.
            abandon();
        }
        if (!isBegun()) {
            start("");
        }
        CONSTRUCTED.add(type);
    }

    /** A test begins, if it has not begun with its instances. */
    static void begin(String test) {
        if (isBegun()) {
            HeldTest.name(test);
        } else {
            start(test);
        }
    }

    private static void start(String test) {
        if (!HeldEnvironment.arm()) {
            throw new IllegalStateException(MISSING);
        }
        ONE.lock();
        HeldTest.begin(test);
    }

    /** There will be no test, if one has begun. */
    static void abandon() {
        if (isBegun()) {
            HeldExit.take();
            close();
        }
    }

    private static void close() {
        HeldTest.end();
        CONSTRUCTED.clear();
        ONE.unlock();
    }

    /**
     * The test has ended.
     *
     * @return what it used of the machine all the same
     * @throws Error if it asked for the end of the JVM, and did not look whether it did
     */
    static List<String> end() {
        HeldExit.Ended ended = HeldExit.take();
        List<String> used = Unheld.take().stream().map(Environments::told).collect(Collectors.toList());
        close();
        if (ended != null) {
            throw ended;
        }
        return used;
    }

    /** Whether this thread is in a test that has begun so. */
    static boolean isBegun() {
        return ONE.isHeldByCurrentThread();
    }

    /** Says that it takes the environment to do something. */
    static void require(String what) {
        if (!HeldEnvironment.isHeld()) {
            throw new IllegalStateException(what + " is for tests in a virtual environment: annotate the test or its class with"
                    + " @VirtualEnvironment, or give it a VirtualEnvironmentRule");
        }
    }

    private static String told(Unheld.Use use) {
        String stack = use.stack().stream()
                .map(frame -> frame.type().replace('/', '.') + "." + frame.method() + ":" + frame.line())
                .collect(Collectors.joining(" < "));
        return use.what() + ", in " + stack;
    }
}
