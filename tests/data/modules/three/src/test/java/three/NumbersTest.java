package three;

import core.Numbers;
import junit.framework.TestCase;

public class NumbersTest extends TestCase {
    public void testThree() {
        assertEquals(3, Numbers.three(1));
    }
}
