package inputs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each test checks one constant of the fixture; the number, none does, which only {@code --fixtures} says. */
class FixtureTest {
    private final Table table = new Table();

    @BeforeEach
    void fill() {
        table.addValue(1.0, "A", "B");
    }

    // sound
    @Test
    void row() {
        assertEquals("A", table.rowKey(0));
    }

    // sound
    @Test
    void column() {
        assertEquals("B", table.columnKey(0));
    }
}
