package coupled;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls classes of the JDK through {@link Stocker}, and beside it. */
class StockerTest {
    private final Stocker stocker = new Stocker();

    @Test
    void ensures() {
        stocker.ensure(1000, true);
    }

    @Test
    void ensuresElsewhere() {
        stocker.ensure(1000, false);
        new ArrayList<String>().ensureCapacity(1000);
    }

    @Test
    void removesFromAnArray() {
        assertEquals("a", stocker.first(new ArrayList<>(List.of("a", "b")), true));
    }

    @Test
    void removesFromAChain() {
        assertEquals("a", stocker.first(new LinkedList<>(List.of("a", "b")), true));
    }

    /** Another class calls the method then. */
    @Test
    void removesThroughAnother() {
        assertEquals("a", stocker.first(Collections.synchronizedList(new ArrayList<>(List.of("a", "b"))), true));
    }

    @Test
    void goesThroughAll() {
        stocker.add("a");
        stocker.each(true, name -> new LinkedList<>(List.of(name)));
    }

    @Test
    void counts() {
        stocker.add("a");
        assertEquals(1, stocker.count("a", true));
        assertEquals(0, stocker.count("b", true));
    }

    @Test
    void sorts() {
        assertEquals("a", stocker.sorted(Map.of("b", "1", "a", "2"), true));
    }
}
