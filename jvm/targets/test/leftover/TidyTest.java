package leftover;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TidyTest {
    @AfterEach
    void tidy() {
        Registry.clear();
    }

    /** Fails where another test has left a name, and is content the next time, whatever a description says. */
    @Test
    void describes() {
        for (int other = 0; other < 100; other++) {
            assertFalse(Registry.has("name " + other));
        }
        Registry.describe();
        Registry.add("mine");
        assertTrue(Registry.has("mine"));
    }
}
