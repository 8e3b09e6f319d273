package endings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class InitialTest {
    @Test
    @Order(1)
    void first() {
        Initial.answer();
    }

    @Test
    @Order(2)
    void second() {
        assertEquals(42, Initial.answer());
    }
}
