package held;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What tests find in static fields: what initialisers left, whatever other tests do. Each test here has a second one that does the same:
 * whichever runs first leaves something else to the other.
 */
class StaticsTest {
    private static final List<String> INITIAL = List.of(
            "boxes [old]",
            "parts 0 1",
            "labels {}",
            "lists {}",
            "counts {}",
            "queue [first]",
            "blocking [one]",
            "bits {}",
            "text text",
            "number 7",
            "format 1970-01-01 true",
            "listeners 0",
            "lid null",
            "only null",
            "total 1099511627776",
            "share NaN",
            "thread [] null",
            "size large 0 0");

    private static int uses;

    @Test
    void fieldsHoldWhatInitialisersLeft() throws Exception {
        changeFields();
    }

    @Test
    void fieldsHoldItAgain() throws Exception {
        changeFields();
    }

    private static void changeFields() throws Exception {
        assertEquals(INITIAL, Shelf.read());
        Shelf.change();
        List<String> changed = Shelf.read();
        for (int index = 0; index < INITIAL.size(); index++) {
            assertNotEquals(INITIAL.get(index), changed.get(index));
        }
        // What the specification of `Random` says of this seed.
        assertEquals(-1170105035, Shelf.roll());
        assertEquals(234785527, Shelf.roll());
    }

    @Test
    void fieldsHoldNothingWhereNothingIsAssigned() {
        assign();
    }

    @Test
    void fieldsHoldNothingAgain() {
        assign();
    }

    private static void assign() {
        assertEquals(0, Plain.count);
        assertNull(Plain.names);
        Plain.add("name");
        assertEquals(1, Plain.count);
        assertEquals(List.of("name"), Plain.names);
    }

    @Test
    void whatALibraryMakesIsTheLibrarys() throws Exception {
        useMade();
    }

    @Test
    void itStaysTheLibrarys() throws Exception {
        useMade();
    }

    /** A class without a file counts on from test to test, at least as far as this one, which is reset after them. */
    private static void useMade() throws Exception {
        Field count = made().getDeclaredField("count");
        count.setInt(null, count.getInt(null) + 1);
        uses++;
        assertTrue(count.getInt(null) >= uses);
    }

    private static Class<?> made() throws Exception {
        try {
            return Class.forName("held.Plaid", false, Plain.class.getClassLoader());
        } catch (ClassNotFoundException missing) {
            try (InputStream plain = Plain.class.getResourceAsStream("Plain.class")) {
                String bytes = new String(plain.readAllBytes(), StandardCharsets.ISO_8859_1);
                String renamed = bytes.replace("held/Plain", "held/Plaid");
                return MethodHandles.lookup().defineClass(renamed.getBytes(StandardCharsets.ISO_8859_1));
            }
        }
    }

    /** Its fields are not all that there is to a pool. */
    @Test
    void aPoolGoesOn() throws Exception {
        assertEquals(42, Shelf.twice(21));
        assertEquals(44, Shelf.twice(22));
    }

    @Test
    void thePoolGoesOnAgain() throws Exception {
        assertEquals(46, Shelf.twice(23));
    }

    /** Its initialiser runs in one test, and has to have run for the other. */
    @Test
    void whatAnInitialiserAddsElsewhereStays() {
        useLate();
    }

    @Test
    void itStaysAgain() {
        useLate();
    }

    private static void useLate() {
        assertEquals(1, Plugins.Late.use());
        assertEquals(List.of("late"), Plugins.names());
        assertEquals("yes", System.getProperty("held.late"));
        Plugins.names().add("name");
        System.clearProperty("held.late");
    }

    /** Whoever runs first pays nothing for it. The property has the first number of this test. */
    @Test
    void initialisersHaveAClockAndNumbersOfTheirOwn() {
        payNothing(System.getProperty("held.first"));
    }

    @Test
    void theyHaveThemAgain() {
        payNothing(System.getProperty("held.second"));
    }

    private static void payNothing(String expected) {
        Instant noon = Instant.parse("2026-07-01T12:00:00Z");
        assertEquals(noon, Plugins.Late.SINCE);
        // The initialiser has read a clock 2,000 times, each of which would be a microsecond.
        assertEquals(noon.toEpochMilli(), System.currentTimeMillis());
        assertEquals("Thread-0", Plugins.Late.THREAD);
        assertEquals("Thread-0", new Thread(() -> {}).getName());
        assertEquals(expected, Plugins.Late.NUMBER + " " + Math.random());
    }

    /** It runs once for each JVM, however often the test does. */
    @Test
    void anInitialiserThatThrowsLeavesNothingBehind() {
        assertThrows(LinkageError.class, Broken::new);
        assertThrows(NoClassDefFoundError.class, Broken::new);
        assertEquals(INITIAL, Shelf.read());
    }

    /** What cannot be initialised. */
    private static final class Broken {
        static {
            if (System.currentTimeMillis() > 0) {
                throw new IllegalStateException("broken");
            }
        }
    }
}
