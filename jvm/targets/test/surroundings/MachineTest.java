package surroundings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The comment before each test says what it depends on. */
class MachineTest {
    private static final class Pair {
        int first;
        int second;
    }

    // speed
    @Test
    void isFast() throws InterruptedException {
        long before = System.nanoTime();
        Thread.sleep(50);
        assertTrue(System.nanoTime() - before < 4_000_000_000L);
    }

    // random
    @Test
    void isRare() {
        assertNotEquals(1451562588, new java.util.Random().nextInt());
    }

    // listing
    @Test
    void fields() {
        assertEquals("first", Pair.class.getDeclaredFields()[0].getName());
    }

    // stable
    @Test
    void field() {
        assertEquals(2, Pair.class.getDeclaredFields().length);
    }

    // hash-codes
    @Test
    void identity() {
        assertNotEquals(new Object().hashCode(), new Object().hashCode());
    }

    // hash-order
    @Test
    void set() {
        Set<String> letters = new HashSet<>(List.of("c", "a", "b"));
        assertEquals("[a, b, c]", letters.toString());
    }

    // hash-order
    @Test
    void stream() {
        Set<String> letters = new HashSet<>(List.of("c", "a", "b"));
        assertEquals("a", letters.stream().findFirst().orElseThrow());
    }

    // processors
    @Test
    void processors() {
        assertNotEquals(64, Runtime.getRuntime().availableProcessors());
    }

    // encoding
    @Test
    void bytes() {
        assertEquals(2, "\u00e4".getBytes().length);
    }

    // stable
    @Test
    void namedEncoding() {
        assertEquals(2, "\u00e4".getBytes(StandardCharsets.UTF_8).length);
    }

    // line-separator
    @Test
    void line() {
        assertEquals("\n", String.format("%n"));
    }

    // folder
    @Test
    void file() {
        assertTrue(new File("here.txt").exists());
    }
}
