package surroundings;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Runs after {@link EarlierTest}. The comment before each test says what it depends on. */
class LaterTest {
    // stable
    @Test
    void adds() {
        Registry.add("one");
        assertTrue(Registry.size() > 0);
    }

    // order: without EarlierTest.opens
    @Test
    void isOpen() {
        assertTrue(Registry.isOpen());
    }
}
