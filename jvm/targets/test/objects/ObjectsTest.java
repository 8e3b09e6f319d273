package objects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ObjectsTest {
    private final Objects objects = new Objects();

    @Test
    void collections() {
        assertEquals(2, objects.aList().size());
        assertEquals(2, objects.aSet().size());
        assertEquals(2, objects.aMap().size());
        assertTrue(objects.neverLookedInto().size() >= 0);
    }

    @Test
    void optionals() {
        assertEquals("a", objects.anOptional().orElse("none"));
        assertTrue(objects.anOptionalOfSomething().isPresent());
        assertEquals(2, objects.anOptionalInt().orElse(0));
    }

    @Test
    void objects() {
        assertEquals("x12", objects.aParameter(1, "x", 2));
        assertNotNull(objects.itself().toString());
    }
}
