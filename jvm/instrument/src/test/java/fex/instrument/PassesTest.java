package fex.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import fex.runtime.Capture;
import fex.runtime.Event;
import fex.runtime.HitLimit;
import fex.runtime.Layout;
import fex.runtime.Probe;
import fex.runtime.Recorder;
import fex.runtime.Tests;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passes of several features over one class, which know nothing of each other. */
class PassesTest {
    private static final String COUNTER = Counter.class.getName();

    /** With a loop, a result, and an initialiser that calls something. */
    public static class Counter {
        static final int START = start();

        int value = START;

        static int start() {
            return 1;
        }

        public int add(int times) {
            for (int turn = 0; turn < times; turn++) {
                value++;
            }
            return value;
        }
    }

    private Class<?> counter;

    /** Loads the class anew with the passes of guard and capture, in this order or the other one. */
    private void load(boolean guardFirst) throws IOException, ReflectiveOperationException {
        Layout.Slot value = new Layout.Slot("value", Layout.Container.NONE, -1, 0, 9);
        Layout.Type type = new Layout.Type(COUNTER, 0, List.of(value));
        Capture.begin(new Layout(COUNTER, List.of(1), 10, List.of(type), List.of()), opened -> {});
        String name = COUNTER.replace('.', '/');
        List<MethodPlan> methods = List.of(
                new MethodPlan(name, "add", "(I)I", List.of(List.of(new Step.Constant(7))), List.of()),
                new MethodPlan(name, "start", "()I", List.of(List.of(new Step.Constant(2))), List.of()));
        Probe.makeRoom(methods.size(), 1);
        List<Pass> passes = new ArrayList<>(Passes.guard(methods, List.of(), List.of(name)));
        passes.addAll(guardFirst ? passes.size() : 0, Passes.boundary(name, List.of()));
        Instrumenter instrumenter = new Instrumenter(passes);
        byte[] changed;
        try (InputStream in = getClass().getClassLoader().getResourceAsStream(name + ".class")) {
            changed = instrumenter.instrument(in.readAllBytes());
        }
        ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {
            @Override
            protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                if (!wanted.equals(COUNTER)) {
                    return super.loadClass(wanted, resolve);
                }
                Class<?> known = findLoadedClass(wanted);
                return known != null ? known : defineClass(wanted, changed, 0, changed.length);
            }
        };
        counter = Class.forName(COUNTER, true, loader);
    }

    @AfterEach
    void reset() {
        Probe.replace(-1, 0);
        Probe.fuel(Long.MAX_VALUE);
        Tests.end();
    }

    private Object make() throws ReflectiveOperationException {
        return counter.getConstructor().newInstance();
    }

    private int add(Object to, int times) throws ReflectiveOperationException {
        return (int) counter.getMethod("add", int.class).invoke(to, times);
    }

    /** The steps that were captured: the method, the structures before and after it, and whether it threw. */
    private static List<String> steps() {
        return Capture.take().steps().stream()
                .map(step -> step.event().method() + " " + step.before() + ">" + step.after() + (step.threw() ? "!" : ""))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneRunTellsWhatWasReachedAndWhatWasCaptured(boolean guardFirst) throws Exception {
        load(guardFirst);
        Object made = make();
        Probe.fuel(Long.MAX_VALUE);
        assertEquals(3, add(made, 2));
        // The entry, and the jump back after each of two turns.
        assertEquals(3, Probe.work());
        Probe.Reached reached = Probe.reached();
        assertArrayEquals(new int[] {0, 1}, reached.methods());
        assertArrayEquals(new int[] {1}, reached.initialising());
        assertEquals(List.of("<init> -1>0", "add 0>1"), steps());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void callsOfReplacedBodiesAndOfThoseThatAreCutHaveAnEnd(boolean guardFirst) throws Exception {
        load(guardFirst);
        Object made = make();
        Probe.replace(0, 0);
        assertEquals(7, add(made, 2));
        assertEquals(List.of("<init> -1>0", "add 0>0"), steps(), "the replacement leaves the object as it is");
        Probe.replace(-1, 0);
        Probe.fuel(2);
        InvocationTargetException cut = assertThrows(InvocationTargetException.class, () -> add(made, 100));
        assertEquals(HitLimit.class, cut.getCause().getClass());
        Probe.fuel(Long.MAX_VALUE);
        assertEquals(List.of("add 0>1!"), steps());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eventsCarryTestThreadMethodAndInvocation(boolean guardFirst) throws Exception {
        load(guardFirst);
        Object made = make();
        Capture.take();
        int test = Tests.begin();
        add(made, 0);
        Thread other = new Thread(() -> {
            try {
                add(made, 1);
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(impossible);
            }
        });
        other.start();
        other.join();
        List<Event> events = Capture.take().steps().stream().map(Recorder.Step::event).toList();
        String name = COUNTER.replace('.', '/');
        int here = events.get(0).thread();
        assertEquals(new Event(test, here, name, "add", "(I)I", 1), events.get(0));
        int there = events.get(1).thread();
        assertEquals(new Event(test, there, name, "add", "(I)I", 2), events.get(1));
        assertEquals(2, List.of(here, there).stream().distinct().count());
        add(made, 2);
        assertEquals(1, Capture.take().steps().get(0).event().invocation(), "another test counts anew");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsNotListenedToIsNotCaptured(boolean guardFirst) throws Exception {
        load(guardFirst);
        Object made = make();
        Capture.take();
        Capture.listen(false);
        assertEquals(3, add(made, 2));
        Capture.listen(true);
        add(made, 1);
        assertEquals(List.of("add 1>2"), steps());
    }
}
