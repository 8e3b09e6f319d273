package four;

import static org.junit.Assert.assertEquals;

import core.Numbers;
import org.junit.Test;
import org.junit.experimental.categories.Category;

public class NumbersTest {
    /** A category below the one that is named. */
    public interface VerySlow extends Slow {}

    @Test
    public void four() {
        assertEquals(4, Numbers.four(1));
    }

    @Test
    @Category(VerySlow.class)
    public void slow() {
        assertEquals(8, Numbers.slow(1));
    }
}
