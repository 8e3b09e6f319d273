package fex.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import junit.framework.TestCase;
import junit.framework.TestSuite;
import org.junit.AfterClass;
import org.junit.Assume;
import org.junit.BeforeClass;
import org.junit.Ignore;
import org.junit.jupiter.api.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/** Tests of JUnit 3 and 4 on the Platform, run one by one and together. What becomes of each, its code says. */
class VintageTestsTest {
    /** Tests of JUnit 4. */
    public static class Plain {
        @org.junit.Test
        public void passes() {
            // Nothing to check.
        }

        @org.junit.Test
        public void fails() {
            throw new AssertionError("wrong");
        }

        @org.junit.Test
        public void throwsSomething() {
            throw new IllegalStateException("odd");
        }

        @org.junit.Test
        public void assumes() {
            Assume.assumeTrue(false);
        }

        @Ignore
        @org.junit.Test
        public void ignored() {
            throw new AssertionError("it runs");
        }
    }

    /** Tests that come from above. */
    public static final class Inherited extends Plain {}

    /** Tests of JUnit 3. */
    public static final class Old extends TestCase {
        public void testPasses() {
            // Nothing to check.
        }

        public void testFails() {
            fail("wrong");
        }

        public static junit.framework.Test suite() {
            return new TestSuite(Old.class);
        }
    }

    /** What prepares its test fails. */
    public static final class Unprepared {
        @BeforeClass
        public static void prepare() {
            throw new IllegalStateException("unprepared");
        }

        @org.junit.Test
        public void waits() {
            // It never runs.
        }
    }

    /** What follows its test fails. */
    public static final class Untidy {
        @AfterClass
        public static void tidy() {
            throw new IllegalStateException("untidy");
        }

        @org.junit.Test
        public void passes() {
            // Nothing to check.
        }
    }

    /** The Platform knows its tests by their class, their parameter and then their method. */
    @RunWith(Parameterized.class)
    public static final class Many {
        @Parameterized.Parameter
        public int number;

        @Parameterized.Parameters
        public static List<Object> numbers() {
            return List.of(1, 2);
        }

        @org.junit.Test
        public void isOne() {
            assertEquals(1, number);
        }
    }

    private static final List<Class<?>> CLASSES =
            List.of(Plain.class, Inherited.class, Old.class, Unprepared.class, Untidy.class, Many.class);

    /** What becomes of a test that runs alone, by its class and its name. */
    private static Map<String, Outcome.Kind> expected() {
        Map<String, Outcome.Kind> expected = new TreeMap<>();
        for (String type : List.of("Plain", "Inherited")) {
            expected.put(type + ".passes", Outcome.Kind.PASSED);
            expected.put(type + ".fails", Outcome.Kind.ASSERTION);
            expected.put(type + ".throwsSomething", Outcome.Kind.EXCEPTION);
            expected.put(type + ".assumes", Outcome.Kind.ABORTED);
            expected.put(type + ".ignored", Outcome.Kind.SKIPPED);
        }
        expected.put("Old.testPasses", Outcome.Kind.PASSED);
        expected.put("Old.testFails", Outcome.Kind.ASSERTION);
        expected.put("Unprepared.waits", Outcome.Kind.EXCEPTION);
        expected.put("Untidy.passes", Outcome.Kind.AROUND);
        expected.put("Many.isOne[0]", Outcome.Kind.PASSED);
        expected.put("Many.isOne[1]", Outcome.Kind.ASSERTION);
        return expected;
    }

    /** The class and the name of a test, as its id tells them. */
    private static String name(String id) {
        String last = id.substring(id.lastIndexOf("[test:") + 6, id.length() - 1);
        String type = last.substring(last.lastIndexOf('$') + 1, last.length() - 1);
        return type + "." + last.substring(0, last.indexOf('(')).replace("%5B", "[").replace("%5D", "]");
    }

    private static PlatformFramework framework(List<String> ids) {
        PlatformFramework framework = new PlatformFramework();
        framework.discover(CLASSES, List.of(), List.of()).forEach(unit -> ids.add(unit.id()));
        return framework;
    }

    @Test
    void one_test_ends_as_its_code_says() throws ClassNotFoundException {
        List<String> ids = new ArrayList<>();
        PlatformFramework framework = framework(ids);
        Map<String, Outcome.Kind> ended = new TreeMap<>();
        for (String id : ids) {
            ended.put(name(id), framework.run(id).kind());
        }
        assertEquals(expected(), ended);
    }

    /** As that they run together, and not one by one, is all that is other, so is only what tells of what fails around a test. */
    @Test
    void tests_that_run_together_end_as_they_do_alone() throws ClassNotFoundException {
        List<String> ids = new ArrayList<>();
        PlatformFramework framework = framework(ids);
        Map<String, Outcome.Kind> ended = new LinkedHashMap<>();
        List<String> around = new ArrayList<>();
        framework.run(ids, new TestFramework.Listener() {
            @Override
            public void started(String id, String container) {
                assertTrue(id.startsWith(container + "/"), id);
            }

            @Override
            public void finished(String id, Outcome outcome) {
                if (ids.contains(id)) {
                    ended.put(name(id), outcome.kind());
                } else if (outcome.hasFailed()) {
                    around.add(id.substring(id.lastIndexOf('$')));
                }
            }
        });
        Map<String, Outcome.Kind> expected = expected();
        // Nobody tells of tests that do not begin.
        expected.remove("Unprepared.waits");
        expected.keySet().removeIf(name -> name.endsWith(".ignored"));
        expected.put("Untidy.passes", Outcome.Kind.PASSED);
        assertEquals(expected, new TreeMap<>(ended));
        assertEquals(List.of("$Unprepared]", "$Untidy]"), around);
    }

    /** All but those with parameters, which JUnit 4 does not find by their names. */
    @Test
    void junit_itself_knows_tests_by_class_and_name() throws ClassNotFoundException {
        VintageTests vintage = VintageTests.find().orElseThrow();
        List<String> ids = new ArrayList<>();
        framework(ids);
        for (String id : ids) {
            assertEquals(!id.contains("$Many"), vintage.has(id), id);
        }
    }
}
