package fex.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import fex.runtime.HitLimit;
import fex.runtime.Probe;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was instrumented is loaded, which verifies it, and run. */
class InstrumenterTest {
    private static final String SAMPLE = "fex/instrument/InstrumenterTest$Sample";

    /** Bodies whose frames are awkward: a loop at the start, wide parameters, a handler. */
    static final class Sample {
        private static final int START = countDown(5);

        static int start() {
            return START;
        }

        static int countDown(int from) {
            do {
                from--;
            } while (from > 3);
            return from;
        }

        static long wide(long first, double second, String text) {
            try {
                return first + Long.parseLong(text);
            } catch (NumberFormatException problem) {
                return second > 0 ? first : -first;
            }
        }

        static int[] array(int length) {
            return new int[length];
        }
    }

    private Class<?> instrumented;

    @BeforeEach
    void instrument() throws IOException, ReflectiveOperationException {
        List<MethodPlan> plans = List.of(
                new MethodPlan(
                        SAMPLE,
                        "countDown",
                        "(I)I",
                        List.of(List.of(new Step.Constant(0)), List.of(new Step.Load(0, "I"))),
                        List.of()),
                new MethodPlan(
                        SAMPLE, "wide", "(JDLjava/lang/String;)J", List.of(List.of(new Step.Constant(1L))), List.of()),
                new MethodPlan(SAMPLE, "array", "(I)[I", List.of(List.of(new Step.EmptyArray("I"))), List.of()));
        byte[] original;
        try (InputStream in = getClass().getClassLoader().getResourceAsStream(SAMPLE + ".class")) {
            original = in.readAllBytes();
        }
        byte[] changed = new Instrumenter(Passes.guard(plans, List.of(), List.of(SAMPLE))).instrument(original);
        ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (!name.equals(SAMPLE.replace('/', '.'))) {
                    return super.loadClass(name, resolve);
                }
                Class<?> known = findLoadedClass(name);
                return known != null ? known : defineClass(name, changed, 0, changed.length);
            }
        };
        instrumented = loader.loadClass(SAMPLE.replace('/', '.'));
        Probe.makeRoom(plans.size(), 1);
    }

    @AfterEach
    void reset() {
        Probe.replace(-1, 0);
        Probe.fuel(Long.MAX_VALUE);
    }

    private Object call(String name, Object... arguments) throws ReflectiveOperationException {
        for (Method method : instrumented.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                method.setAccessible(true);
                return method.invoke(null, arguments);
            }
        }
        throw new NoSuchMethodException(name);
    }

    @Test
    void withoutReplacementTheBodyRuns() throws ReflectiveOperationException {
        assertEquals(3, call("countDown", 9));
        assertEquals(12L, call("wide", 5L, 1.0, "7"));
        assertEquals(-5L, call("wide", 5L, -1.0, "seven"));
        assertArrayEquals(new int[4], (int[]) call("array", 4));
    }

    @Test
    void eachReplacementRunsInItsMethodOnly() throws ReflectiveOperationException {
        Probe.replace(0, 0);
        assertEquals(0, call("countDown", 9));
        assertEquals(12L, call("wide", 5L, 1.0, "7"));
        Probe.replace(0, 1);
        assertEquals(9, call("countDown", 9));
        Probe.replace(1, 0);
        assertEquals(1L, call("wide", 5L, 1.0, "7"));
        Probe.replace(2, 0);
        assertArrayEquals(new int[0], (int[]) call("array", 4));
    }

    @Test
    void methodsThatWereEnteredAreTold() throws ReflectiveOperationException {
        Probe.reached();
        call("array", 1);
        call("countDown", 9);
        assertArrayEquals(new int[] {0, 2}, Probe.reached().methods());
        assertArrayEquals(new int[0], Probe.reached().methods());
    }

    @Test
    void whatRanInAnInitialiserIsReachedByWhoeverUsesTheClassLater() throws ReflectiveOperationException {
        call("array", 1);
        assertArrayEquals(new int[] {0}, Probe.reached().initialising(), "the first call initialises");
        call("start");
        Probe.Reached later = Probe.reached();
        assertArrayEquals(new int[] {0}, later.methods(), "the method was not entered, its result was used");
        assertArrayEquals(new int[] {0}, later.initialising());
        assertArrayEquals(new int[0], Probe.reached().methods(), "nobody used the class since");
    }

    @Test
    void entriesAndLoopTurnsAreWork() throws ReflectiveOperationException {
        call("start");
        Probe.fuel(Long.MAX_VALUE);
        call("countDown", 9);
        // The class is initialised. One entry, and six times the question whether to go back, after 8, 7, 6, 5, 4 and 3.
        assertEquals(7, Probe.work());
    }

    @Test
    void aLoopIsCutWhenTheFuelIsGone() {
        Probe.fuel(100);
        InvocationTargetException thrown =
                assertThrows(InvocationTargetException.class, () -> call("countDown", 1_000));
        assertEquals(HitLimit.class, thrown.getCause().getClass());
    }
}
