package fickle;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** One of its tests is wrong. */
class FailingTest {
    @Test
    void odd() {
        assertTrue(Fickle.isEven(3));
    }

    @Test
    void right() {
        assertTrue(Fickle.isEven(2));
        assertFalse(Fickle.isEven(3));
    }
}
