package six;

import static org.junit.Assert.assertEquals;

import core.Numbers;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameter;
import org.junit.runners.Parameterized.Parameters;

/** Tests that are named after objects, and so have other names in every JVM. */
@RunWith(Parameterized.class)
public class ObjectsTest {
    static final class Base {
        final int value;

        Base(int value) {
            this.value = value;
        }
    }

    @Parameters(name = "{0}")
    public static Object[] bases() {
        return new Object[] {new Base(-8), new Base(1)};
    }

    @Parameter
    public Base base;

    @Test
    public void six() {
        assertEquals(base.value + 8, Numbers.objects(base.value));
    }
}
