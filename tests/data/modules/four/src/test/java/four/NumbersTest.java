package four;

import static org.junit.Assert.assertEquals;

import core.Numbers;
import org.junit.Test;

public class NumbersTest {
    @Test
    public void four() {
        assertEquals(4, Numbers.four(1));
    }
}
