package numbers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Each comment has the lists that the test shows at the ends of calls from outside, as sets of numbers. */
class NumberListTest {
    /** {}, {1}, {0, 1}. */
    @Test
    void addsInOrder() {
        NumberList list = new NumberList();
        list.add(1);
        list.add(0);
        list.add(1);
        assertTrue(list.contains(0));
        assertEquals(2, list.size());
    }

    /** {0, 1}, then {1}: the constructor's own calls are not from outside. */
    @Test
    void removesTheLeast() {
        NumberList list = new NumberList(1, 0);
        assertEquals(0, list.removeLeast());
        assertFalse(list.contains(0));
    }

    /** {2}, then the empty list of size 1: invalid. */
    @Test
    void removesTheOnly() {
        NumberList list = new NumberList(2);
        assertEquals(2, list.removeLeast());
        assertFalse(list.contains(2));
    }

    /** Ten numbers are beyond scope 3, and so is the number 7, once it is there. */
    @Test
    void takesManyNumbers() {
        assertEquals(10, new NumberList(0, 1, 2, 3, 4, 5, 6, 7, 8, 9).size());
        NumberList list = new NumberList();
        list.add(7);
    }

    /** {}, before and after. */
    @Test
    void removesNothingFromAnEmptyList() {
        NumberList list = new NumberList();
        assertThrows(NullPointerException.class, list::removeLeast);
    }
}
