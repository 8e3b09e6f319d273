package testng;

import static org.testng.Assert.assertEquals;

import core.Numbers;
import org.testng.annotations.Test;

public class NumbersTest {
    @Test
    public void testng() {
        assertEquals(Numbers.testng(1), 7);
    }
}
