package fex.agent;

import java.util.List;
import java.util.Set;

/** What finds and runs tests: the project's own framework. */
interface TestFramework {
    /** Its name for people. */
    String name();

    /**
     * The tests in some classes, each of which can be run alone.
     *
     * @param groups tags or an expression of tags that tests must have; empty for all
     * @param excludedGroups tags that they must not have
     */
    List<Report.Unit> discover(List<Class<?>> classes, List<String> groups, List<String> excludedGroups);

    /** Runs all tests that were discovered but for those with some ids, and tells of each. */
    void runAll(Set<String> leftOut, Listener listener);

    /** Runs one test, and tells how it ended; whatever happens around it belongs to it. */
    Outcome run(String id) throws Exception;

    /** Runs several tests, those of a container one after the other, and tells of each. */
    void run(List<String> ids, Listener listener) throws Exception;

    /** Told what happens while several tests run. */
    interface Listener {
        /** A test begins; what ran since the last call prepared its container. */
        void started(String id, String container);

        /** A test has ended, or a container. */
        void finished(String id, Outcome outcome);
    }

    /** The framework on the class path, the JUnit Platform first; none is {@code null}. */
    static TestFramework find() {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        if (loader.getResource("org/junit/platform/launcher/Launcher.class") != null) {
            return new PlatformFramework();
        }
        if (loader.getResource("org/junit/runner/Request.class") != null) {
            return new JUnit4Framework();
        }
        return null;
    }

    /** Whether TestNG is on the class path, which runs only on the JUnit Platform. */
    static boolean isTestNGThere() {
        return ClassLoader.getSystemClassLoader().getResource("org/testng/TestNG.class") != null;
    }
}
