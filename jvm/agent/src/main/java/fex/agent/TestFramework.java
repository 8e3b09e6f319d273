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

        /** A test has ended, or a container; a test of several parts may begin and end with each of them. */
        void finished(String id, Outcome outcome);

        /** All that there is of a class has ended, what follows its tests included. */
        default void left() {}
    }

    /**
     * What is on the class path, the JUnit Platform before JUnit 4, and TestNG unless the Platform has an engine for it; or
     * {@code null}.
     */
    static TestFramework find() {
        TestFramework junit = null;
        if (has("org/junit/platform/launcher/Launcher.class")) {
            junit = new PlatformFramework();
        } else if (has("org/junit/runner/Request.class")) {
            junit = new JUnit4Framework();
        }
        boolean isForTestNG =
                junit instanceof PlatformFramework && has("org/junit/support/testng/engine/TestNGTestEngine.class");
        if (isForTestNG || !has("org/testng/TestNG.class")) {
            return junit;
        }
        TestFramework testng = new TestNGFramework();
        return junit == null ? testng : new JointFramework(testng, junit);
    }

    private static boolean has(String file) {
        return ClassLoader.getSystemClassLoader().getResource(file) != null;
    }
}
