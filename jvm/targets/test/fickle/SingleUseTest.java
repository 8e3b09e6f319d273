package fickle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SingleUseTest {
    private static int uses;

    /** Passes once in each JVM, and never again there; it wants 2 to be even, and no more. */
    @Test
    void first() {
        uses++;
        assertEquals(1, uses);
        assertTrue(Fickle.isEven(2));
    }
}
