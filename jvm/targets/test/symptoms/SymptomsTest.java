package symptoms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that reach everything and assert little. */
class SymptomsTest {
    private final Symptoms symptoms = new Symptoms();

    @Test
    void collections() {
        symptoms.note("a");
        symptoms.replaceLast("b");
        assertEquals(1, symptoms.log().size());
    }

    @Test
    void references() {
        symptoms.warm("a");
        assertNotNull(symptoms);
    }

    @Test
    void times() {
        symptoms.touch();
        long age = symptoms.age();
        assertNotNull(Long.valueOf(age));
        assertNotNull(symptoms);
    }

    @Test
    void sets() {
        for (int index = 0; index < 20; index++) {
            symptoms.key(new Object[] {index});
        }
        symptoms.shuffle();
        assertNotNull(symptoms);
    }

    @Test
    void exceptions() {
        assertNotNull(Boolean.valueOf(symptoms.isValid(-1)));
    }

    @Test
    void arrays() {
        int[] places = new int[3];
        Symptoms.fill(places, 7);
        assertEquals(3, places.length);
    }

    @Test
    void generics() {
        String greatest = symptoms.greatest(List.of("a", "c", "b"));
        assertFalse("d".equals(greatest));
    }

    @Test
    void recursion() {
        assertTrue(symptoms.isPositive(3));
    }

    @Test
    void threads() throws InterruptedException {
        symptoms.turnElsewhere();
        assertNotNull(symptoms);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void parameters(int number) {
        symptoms.add(number);
        assertNotNull(symptoms);
    }

    @Test
    void messages() {
        try {
            Symptoms.demand(-1);
            fail();
        } catch (IllegalArgumentException expected) {
            // What it says is not asserted.
        }
    }

    @Test
    void maps() {
        for (int index = 0; index < 60; index++) {
            Symptoms held = new Symptoms();
            held.hold("a", "b");
            assertNotNull(held);
        }
    }

    @Nested
    class Inside {
        @Test
        void either() {
            Runnable check = () -> assertTrue(symptoms.isOption("-a"));
            check.run();
        }
    }
}
