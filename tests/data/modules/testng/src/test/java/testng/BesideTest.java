package testng;

import static org.junit.Assert.assertEquals;

import core.Numbers;
import org.junit.Test;

public class BesideTest {
    @Test
    public void beside() {
        assertEquals(11, Numbers.beside(1));
    }
}
