package fex.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests of a {@link TrainingRun}, with what most suites use; they work with JUnit 4, too. */
public class TrainingTest {
    @BeforeAll
    static void before() {}

    @BeforeEach
    void prepare() {}

    @AfterEach
    void clean() {}

    @Test
    void passes() {
        assertEquals(2, 1 + 1);
        assertTrue(prepares());
    }

    @Test
    void fails() {
        assertEquals("this", "that");
    }

    @Test
    void throwing() {
        assertThrows(IllegalStateException.class, () -> {
            throw new IllegalStateException();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void takesValues(int value) {
        assertEquals(value, value);
    }

    @ParameterizedTest
    @CsvSource({"1, one", "2, two"})
    void takesRows(int value, String name) {
        assertEquals(3, name.length());
    }

    @ParameterizedTest
    @MethodSource("values")
    void takesResults(double value) {
        assertEquals(value, value, 0.0);
    }

    static double[] values() {
        return new double[] {1.0, 2.0};
    }

    @org.junit.Test
    public void passesWithJUnit4() {
        org.junit.Assert.assertEquals(2, 1 + 1);
    }

    private static boolean prepares() {
        return true;
    }
}
