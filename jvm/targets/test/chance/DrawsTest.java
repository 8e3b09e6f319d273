package chance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DrawsTest {
    @Test
    void draws() {
        Draws draws = new Draws();
        for (int number = 0; number < 1100; number++) {
            assertTrue(draws.next() < 16);
        }
    }
}
