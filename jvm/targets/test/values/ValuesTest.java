package values;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    private final Values values = new Values(5);

    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void booleans(int limit) {
        assertEquals(limit == 4, values.aBoolean(limit));
    }

    @TestFactory
    Stream<DynamicTest> small() {
        return Stream.of(
                DynamicTest.dynamicTest("byte", () -> assertEquals(6, values.aByte())),
                DynamicTest.dynamicTest("short", () -> assertEquals(7, values.aShort())),
                DynamicTest.dynamicTest("char", () -> assertEquals('f', values.aChar())));
    }

    @RepeatedTest(2)
    void numbers() {
        assertEquals(8, values.anInt());
        assertEquals(15L, values.aLong(10, 0.5));
        assertEquals(5.5f, values.aFloat());
        assertEquals(5.25, values.aDouble());
        assertEquals(7, Values.startsWithALoop(20));
    }

    @Nested
    class References {
        @Test
        void arrays() {
            assertEquals("seed 5", values.aString());
            assertArrayEquals(new int[] {5}, values.anArray());
            assertArrayEquals(new String[][] {{"seed 5"}, {}}, values.aMatrix());
        }

        @Test
        void objects() {
            assertEquals(9, values.aWrapper().intValue());
            assertTrue(values.aFlag(4).booleanValue());
            assertFalse(values.aFlag(5).booleanValue());
            assertSame(values, values.anObject());
            assertEquals(10, values.aLambda().getAsInt());
        }
    }
}
