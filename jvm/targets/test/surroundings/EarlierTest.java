package surroundings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Runs before {@link LaterTest}. The comment before each test says what it depends on. */
class EarlierTest {
    // order: after LaterTest.adds
    @Test
    void isEmpty() {
        assertEquals(0, Registry.size());
    }

    // stable
    @Test
    void opens() {
        Registry.open();
        assertTrue(Registry.isOpen());
    }

    // stable
    @Test
    void doesNothing() {
        assertFalse(Registry.size() < 0);
    }
}
