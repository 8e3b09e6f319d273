package surroundings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Date;
import org.junit.jupiter.api.Test;

/** The comment before each test says what it depends on. */
class InvoiceTest {
    // time: from 2031-01-01 00:00:00
    @Test
    void isOpen() {
        assertTrue(new Invoice(1).isOpen());
    }

    // time: from 2031-01-01 00:00:00
    @Test
    void year() {
        assertTrue(Invoice.year() < 2031);
    }

    // time: until 2020-01-01 00:00:00
    @Test
    void isOver() {
        assertTrue(Invoice.isOver(1_577_836_800_000L));
    }

    // time: from 2033-05-18 03:33:20
    @Test
    void date() {
        assertTrue(new Date().before(new Date(2_000_000_000_000L)));
    }

    // stable
    @Test
    void fixed() {
        Clock clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        assertEquals(LocalDate.of(1970, 1, 1), LocalDate.now(clock));
    }

    // zone; locale
    @Test
    void hour() {
        assertEquals("00", Invoice.hour(0));
    }

    // locale
    @Test
    void amount() {
        assertEquals("0.50", new Invoice(0.5).amount());
    }

    // locale
    @Test
    void lower() {
        assertEquals("title", "TITLE".toLowerCase());
    }

    // stable
    @Test
    void negative() {
        assertFalse(new Invoice(-1).amount().isEmpty());
    }
}
