package testng;

import static org.testng.Assert.assertEquals;

import core.Numbers;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class NumbersTest {
    private int prepared;

    @DataProvider
    public Object[][] rows() {
        return new Object[][] {{-6, 0}, {1, 7}};
    }

    @BeforeMethod
    public void prepare() {
        prepared = Numbers.prepared(1);
        if (prepared == 0) {
            throw new IllegalStateException("not prepared");
        }
    }

    @Test
    public void first() {
        assertEquals(prepared, 2);
    }

    @Test(dataProvider = "rows", dependsOnMethods = "first")
    public void testng(int base, int expected) {
        assertEquals(Numbers.testng(base), expected);
    }

    @Test(groups = "slow")
    public void isLeftOut() {
        assertEquals(Numbers.slow(1), 8);
    }
}
