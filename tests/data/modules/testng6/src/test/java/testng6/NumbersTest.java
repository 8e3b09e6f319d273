package testng6;

import static org.testng.Assert.assertEquals;

import core.Numbers;
import org.testng.annotations.Test;

public class NumbersTest {
    @Test
    public void testng6() {
        assertEquals(Numbers.testng6(1), 10);
    }
}
