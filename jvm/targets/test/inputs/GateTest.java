package inputs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** One test leaves something behind when an input is changed, and another one fails because of that alone. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class GateTest {
    // brittle: Gate.most
    @Test
    void firstAtMostThree() {
        assertEquals(3, Gate.pass(3));
    }

    // brittle: Gate.isOpen
    @Test
    void thenAnybodyAtAll() {
        assertTrue(Gate.isOpenToSome());
    }
}
