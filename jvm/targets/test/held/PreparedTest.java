package held;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a class prepares each of its tests finds, and no test of another class: {@link StaticsTest} and {@link UnpreparedTest} say so. */
class PreparedTest {
    /** What its own fields hold is for all of its tests. */
    static int before;

    private static int after;
    private static Object constant;

    @BeforeAll
    static void prepare() throws Exception {
        assertEquals(0, Plain.count);
        Plain.add("prepared");
        Shelf.change();
        System.setProperty("held.prepared", "yes");
        Locale.setDefault(Locale.GERMANY);
    }

    @BeforeEach
    void begin() {
        before++;
    }

    @AfterEach
    void end() {
        after++;
    }

    @AfterAll
    static void count() {
        assertTrue(before > 0);
        assertEquals(before, after);
    }

    @Test
    void findsWhatIsPrepared() {
        find("outer");
    }

    @Test
    void findsItAgain() {
        find("outer again");
    }

    private static void find(String name) {
        assertEquals(List.of("prepared"), Plain.names);
        assertEquals("yes", System.getProperty("held.prepared"));
        assertEquals(Locale.GERMANY, Locale.getDefault());
        assertEquals(before - 1, after);
        constant = constant == null ? Shelf.constant() : constant;
        assertSame(Shelf.Size.LARGE, constant);
        assertTrue(Shelf.read().contains("number 8"), Shelf.read().toString());
        Plain.add(name);
        System.setProperty("held.prepared", "no");
        Locale.setDefault(Locale.US);
    }

    /** Tests within tests. */
    @Nested
    class Inner {
        @Test
        void findsItToo() {
            find("inner");
        }

        @Test
        void findsItTooAndAgain() {
            find("inner again");
        }
    }
}
