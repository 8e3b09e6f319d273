package inputs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Assertions depend on what surrounds the test, unless the test sets it. */
class ReceiptTest {
    private static final String END_OF_LINE = System.lineSeparator();

    // brittle: System.getProperty("receipt.shop")
    @Test
    void propertyThatTheTestDoesNotSet() {
        assertEquals("Ann shop", new Receipt().header("Ann"));
    }

    // unused: "receipt.shop"
    @Test
    void propertyThatTheTestSets() {
        System.setProperty("receipt.shop", "corner shop");
        try {
            assertEquals("Ann corner shop", new Receipt().header("Ann"));
        } finally {
            // Nothing checks what the test tidies up.
            System.clearProperty("receipt.shop");
        }
    }

    // brittle: the clock
    @Test
    void longBeforeItIsTooLate() {
        Instant started = ProcessHandle.current().info().startInstant().orElseThrow();
        assertTrue(new Receipt().isValid(LocalDate.ofInstant(started, ZoneOffset.UTC).plusDays(200)));
    }

    // sound
    @Test
    void today() {
        LocalDate today = LocalDate.now();
        assertTrue(new Receipt().isValid(today.plusDays(2)));
    }

    // brittle: Locale.getDefault()
    @Test
    void amountInTheUsualLocale() {
        assertEquals(String.format(Locale.ROOT, "%.1f", 2.5), new Receipt().amount(2.5));
    }

    // sound
    @Test
    void amountInALocaleThatIsSet() {
        Locale usual = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertEquals("2,5", new Receipt().amount(2.5));
        } finally {
            Locale.setDefault(usual);
        }
    }

    // sound
    @Test
    void ageByTheClockThatHasBeenAsked() {
        long now = System.currentTimeMillis();
        assertTrue(new Receipt().age(now) < 1_000_000);
    }

    // brittle: System.lineSeparator()
    @Test
    void linesOfThisMachine() {
        assertEquals("a\nb", new Receipt().lines("a", "b"));
    }

    // sound
    @Test
    void linesOfAnyMachine() {
        assertEquals("a" + END_OF_LINE + "b", new Receipt().lines("a", "b"));
    }

    // brittle: System.getenv("RECEIPT_CASHIER")
    @Test
    void variableThatTheTestDoesNotSet() {
        assertEquals("nobody", new Receipt().cashier());
    }

    // sound
    @Test
    void anyNumberThatIsDrawn() {
        assertTrue(new Receipt().lottery() < 100);
    }
}
