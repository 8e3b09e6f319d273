package sequences;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Opens a safe, and notices nothing of what is taken out of it. */
class SafeTest {
    private final Safe safe = new Safe();

    @BeforeEach
    void fill() {
        safe.put(5);
    }

    @Test
    void opens() {
        turn(31, 7, 54, 18, 26);
        assertTrue(safe.isOpen(), "it should " + "be open");
        if (safe.take(0) > 0) {
            safe.put(2);
        }
    }

    private void turn(int... numbers) {
        for (int number : numbers) {
            safe.turn(number);
        }
    }
}
