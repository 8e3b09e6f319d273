package fex.runtime.taint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an assertion has looked at needs no mark of its own any more in that test: it is only asked whether one has. */
class MarksTest {
    private final int first = input("first", Input.Kind.CONSTANT);
    private final int second = input("second", Input.Kind.CONSTANT);
    private final int third = input("third", Input.Kind.CONSTANT);
    private final int state = input("state", Input.Kind.STATE);
    private final int shared = input("shared", Input.Kind.STATIC);
    private final int assertion = Taint.assertion(new Taint.Assertion("T", "test", "()V", 7, "assertEquals"));

    private static int input(String name, Input.Kind kind) {
        return Inputs.number(new Input.Place("MarksTest." + name, kind, "T", "test", "()V", 1, name, "I"));
    }

    @BeforeEach
    void begin() {
        Taint.begin("test");
    }

    private Map<Integer, Taint.Given> taken() {
        return Taint.take().inputs().stream().collect(Collectors.toMap(Taint.Given::number, given -> given));
    }

    @Test
    void inputs_that_were_looked_at_are_one_from_then_on() {
        Taint.number(1, first);
        Taint.number(2, second);
        Taint.number(3, third);
        Marks before = Marks.union(Taint.mark(first), Taint.mark(third));
        Taint.check(assertion, 1, Taint.mark(first));
        Taint.check(assertion, 1, Taint.mark(second));
        assertSame(Taint.mark(first), Taint.mark(second));
        // What was put together before has the same marks as what is put together after that.
        assertSame(Marks.union(Taint.mark(second), Taint.mark(third)), Marks.live(before));
        Map<Integer, Taint.Given> given = taken();
        assertTrue(given.get(first).isChecked() && given.get(second).isChecked());
        assertFalse(given.get(third).isChecked());
    }

    /** Whether a value that a test hands to an assertion comes from one constant alone is what makes that one no input. */
    @Test
    void what_was_looked_at_is_still_another_input() {
        Taint.number(1, first);
        Taint.number(3, third);
        Taint.check(assertion, 1, Taint.mark(first));
        Taint.hand(Marks.union(Taint.mark(first), Taint.mark(third)));
        assertFalse(taken().get(third).isHanded());
    }

    @Test
    void state_that_was_looked_at_leaves_no_mark() {
        Marks read = Taint.state(null, state);
        assertArrayEquals(new int[] {state}, read.inputs());
        Taint.check(assertion, 1, read);
        assertNull(Taint.state(null, state));
        assertNull(Marks.live(read));
        assertSame(Taint.mark(first), Marks.union(read, Taint.mark(first)));
    }

    /** Of what the test does not control, each assertion is told that depends on it. */
    @Test
    void each_assertion_that_looks_at_what_the_test_does_not_control_is_told() {
        Taint.staticNumber(5, null, shared);
        for (int line = 1; line <= 100; line++) {
            Taint.check(assertion, line, Marks.union(Taint.read(null, shared), Taint.mark(first)));
        }
        assertEquals(100, Taint.take().assertions().size());
    }

    @Test
    void the_next_test_looks_anew() {
        Taint.check(assertion, 1, Taint.mark(first));
        Taint.check(assertion, 1, Taint.state(null, state));
        Taint.begin("next");
        Taint.number(1, first);
        assertArrayEquals(new int[] {first}, Taint.mark(first).inputs());
        assertArrayEquals(new int[] {state}, Taint.state(null, state).inputs());
        assertFalse(taken().get(first).isChecked());
    }
}
