package core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PriceTest {
    @Test
    void adds() {
        Price price = new Price(3);
        price.add(4);
        assertEquals(14, price.doubled());
    }
}
