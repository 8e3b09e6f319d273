package six;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import core.Numbers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void six(int base) {
        assertEquals(base + 5, Numbers.six(base));
    }

    @Test
    void isNotIncluded() {
        fail("the build does not run this");
    }
}
