package fickle;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LeavingTest {
    @Test
    void exits() {
        assertTrue(Fickle.isEven(2));
        System.exit(3);
    }
}
