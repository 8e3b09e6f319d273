package fex.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which tests of TestNG are found. */
class TestNGFrameworkTest {
    /** A class with a test. */
    public static final class Subject {
        @org.testng.annotations.Test
        public void runs() {
            // It passes.
        }
    }

    @Test
    void a_class_has_its_tests_however_often_it_is_looked_at() {
        TestNGFramework framework = new TestNGFramework();
        for (int time = 0; time < 2; time++) {
            List<Report.Unit> units = framework.discover(List.of(Subject.class), List.of(), List.of());
            assertEquals(List.of("runs"), units.stream().map(Report.Unit::name).toList());
        }
    }
}
