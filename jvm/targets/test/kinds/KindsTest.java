package kinds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class KindsTest {
    @Test
    void all() {
        assertTrue(Kinds.Suit.HEARTS.isRed());
        assertFalse(Kinds.Suit.SPADES.isRed());
        assertEquals(2, new Kinds.Point(3, 4).compareTo(new Kinds.Point(2, 3)));
        Kinds.Named named = () -> "you";
        assertEquals("Hello, you", named.greeting());
        assertEquals("number 7", Kinds.Named.constant(7).get());
        assertEquals(2, new Kinds.Methods().deep(2).length);
    }
}
