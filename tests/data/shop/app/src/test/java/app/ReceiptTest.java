package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ReceiptTest {
    @Test
    void hasTax() {
        assertEquals(11, new Receipt().tax());
    }
}
