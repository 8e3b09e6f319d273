package unstable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.lang.reflect.Field;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReceiptTest {
    private static final class Pair {
        int first;
        int second;
    }

    private final Receipt receipt = new Receipt();

    @Test
    void clockIsHandedOver() {
        assertTrue(receipt.isBefore(2031));
    }

    @Test
    void localeIsHandedOver() {
        assertEquals("0.50", Receipt.amount(0.5));
        assertEquals("1.50", Receipt.amount(1.5));
    }

    @Test
    void clockIsRead() {
        assertTrue(LocalDate.now().getYear() < 2031 && LocalDate.now(ZoneId.of("UTC")).getYear() < 2031);
    }

    @Test
    void localeIsRead() {
        String text = String.format("%.1f", 0.5) + String.format("%.1f", 1.5);
        assertEquals("0.51.5", text);
    }

    @Test
    void membersAreListed() {
        Field[] fields = Pair.class.getDeclaredFields();
        assertEquals("first", fields[0].getName());
    }

    @Test
    void setHasAnOrder() {
        Set<String> letters = new HashSet<>(List.of("c", "a", "b"));
        assertEquals("[a, b, c]", letters.toString());
    }

    @Test
    void mapHasAnOrder() {
        Map<String, Integer> numbers = new HashMap<>();
        numbers.put("a", 1);
        numbers.put("b", 2);
        assertEquals("{a=1, b=2}", numbers.toString());
    }

    @Test
    void linesAreWritten() {
        assertEquals("one\ntwo\n", String.format("one%ntwo%n"));
    }

    @Test
    void encodingIsRead() {
        assertEquals(2, "\u00e4".getBytes().length);
    }

    // Nothing that a test can say cures this.
    @Test
    void folderIsRead() {
        assertTrue(new File("here.txt").exists());
    }
}
