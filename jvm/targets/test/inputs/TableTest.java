package inputs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What tests give and check. The comment before each test says what an assertion depends on, and what none checks. */
class TableTest {
    private static String shared = "shared";

    // unused: "C1", "C1", 1.0, 2.0
    @Test
    void testGetRowKey() {
        Table table = new Table();
        table.addValue(1.0, "R1", "C1");
        table.addValue(2.0, "R2", "C1");
        assertEquals("R1", table.rowKey(0));
        assertEquals("R2", table.rowKey(1));
    }

    // brittle: Table.separator; unused: "R", 1.5
    @Test
    void headerEndsWithTheSeparator() {
        Table table = new Table();
        table.addValue(1.5, "R", "C");
        assertEquals("C;", table.header());
    }

    // unused: ";", "R", 1.5
    @Test
    void headerEndsWithASeparatorThatIsSet() {
        Table.setSeparator("!");
        try {
            Table table = new Table();
            table.addValue(1.5, "R", "C");
            assertEquals("C!", table.header());
        } finally {
            Table.setSeparator(";");
        }
    }

    // brittle: Table.bar
    @Test
    void aTextWithoutBars() {
        assertEquals(1, new Table().parts("left|right"));
    }

    // brittle: TableTest.shared
    @Test
    void staticFieldOfTheTest() {
        assertTrue(shared.startsWith("sh"));
    }

    // sound
    @Test
    void valueDecidesByBranches() {
        assertEquals(1, new Table().sign(17 - 12));
    }

    // sound
    @Test
    void valueThatMakesTheProgramThrow() {
        assertThrows(IllegalArgumentException.class, () -> new Table().checked(-5));
    }

    // sound
    @Test
    void valueWhoseExceptionIsCaught() {
        try {
            new Table().checked(-7);
            fail("it takes negative numbers");
        } catch (IllegalArgumentException expected) {
            assertNotNull(expected.getMessage());
        }
    }

    // unused: "b"
    @Test
    void elementOfAnArrayThatNobodyLooksAt() {
        String[] letters = {"a", "b", "c"};
        assertEquals("a", letters[0]);
        assertEquals("c", letters[2]);
    }

    // sound
    @Test
    void arrayThatIsSorted() {
        int[] numbers = {3, 1, 2};
        Arrays.sort(numbers);
        assertArrayEquals(new int[] {1, 2, 3}, numbers);
    }

    // sound
    @Test
    void listThatIsMapped() {
        List<Integer> lengths = List.of("one", "three").stream().map(String::length).toList();
        assertEquals(8, lengths.get(0) + lengths.get(1));
    }

    // sound
    @Test
    void messageOfAnAssertion() {
        int sum = 2 + Integer.parseInt("40");
        assertEquals(42, sum, "the sum");
    }

    // unused: 10
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void argumentThatIsChecked(int number) {
        int unused = number + 10;
        assertTrue(number > 0 && number < 3, () -> "not " + unused);
    }

    private String text() {
        return "text";
    }

    // unused: -1.0, text()
    @Test
    void resultOfAMethodOfTheTest() {
        Table table = new Table();
        String key = text();
        table.addValue(-1.0, "R", key);
        assertEquals("R", table.rowKey(0));
    }

    // sound
    @Test
    void valueWithoutWhichTheProgramThrows() {
        Table table = new Table();
        table.require("wide");
        assertEquals(0, table.columnCount());
    }

    // sound
    @Test
    void valueWithoutWhichAHandlerFails() {
        Table table = new Table();
        try {
            table.require("wide");
        } catch (IllegalArgumentException problem) {
            fail("it is wide enough: " + problem);
        }
        assertEquals(0, table.columnCount());
    }

    // sound
    @Test
    void elementThatIsSetByReflection() {
        int[] places = new int[1];
        Array.set(places, 0, 8);
        assertArrayEquals(new int[] {8}, places);
    }

    // unused: "some"
    @Test
    void valueThatIsOnlyLookedAtWhereTheProgramMayThrow() {
        Table table = new Table();
        table.rename("some");
        assertEquals(0, table.columnCount());
    }

    // unused: 0
    @Test
    void placeOfAnElement() {
        int[] places = new int[2];
        places[1] = 0;
        assertEquals(2, places.length);
    }

    // sound
    @Test
    void branchThatDoesNotAppend() {
        assertEquals("quiet", new Table().label("quiet", false));
    }

    // sound
    @Test
    void branchThatDoesNotWriteAField() {
        Table table = new Table();
        table.resize(99);
        assertFalse(table.isHidden());
    }

    // sound
    @Test
    void branchThatDoesNotWriteAVariable() {
        assertEquals(1, new Table().steps(98));
    }

    // sound
    @Test
    void loopThatDoesNotAddToAList() {
        Table table = new Table();
        table.addColumns(0);
        assertEquals(0, table.columns());
    }

    // sound
    @Test
    void constructorOfTheJdk() {
        assertEquals(2, new BigDecimal("0.25").scale());
    }

    // sound
    @Test
    void arrayInAnArray() {
        String[] letters = {"x"};
        assertTrue(Arrays.deepEquals(new Object[] {letters}, new Object[] {new String[] {"x"}}));
    }

    // sound
    @Test
    void branchOfAConstructorThatDoesNotWriteAField() {
        assertFalse(new Table(false).isHidden());
    }
}
