package fex.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import fex.runtime.Capture;
import fex.runtime.Layout;
import fex.runtime.Recorder;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was instrumented is loaded, which verifies it, and run; the steps that were captured are compared. */
class BoundaryTest {
    private static final String BOX = "fex.instrument.BoundaryTest$Box";

    /** A class that calls the methods of its subclass while it is constructed. */
    public static class Above {
        protected int seen;

        public Above(int from) {
            if (from < 0) {
                throw new IllegalArgumentException();
            }
            seen = value();
        }

        public int value() {
            return 0;
        }

        public void inherited() {
            seen++;
        }
    }

    /** Constructors of all kinds, calls of public methods by public methods, by others, and by nobody. */
    public static class Box extends Above {
        int value;

        public Box(int value) {
            super(value == 7 ? seven() : value);
            this.value = value;
            set(value);
        }

        /** Would be captured too early if the other constructor's end counted. */
        public Box(String text) {
            this(text.isEmpty() ? new StringBuilder().length() : Integer.parseInt(text));
            value *= 2;
        }

        public Box() {
            this(1);
            throw new IllegalStateException();
        }

        private static int seven() {
            return 7;
        }

        public static Box of(int value) {
            Box box = new Box(value);
            box.value++;
            box.set(box.value + 1);
            return box;
        }

        @Override
        public int value() {
            return value;
        }

        public void set(int to) {
            value = to;
        }

        public void twice(int to) {
            set(to);
            set(to + 1);
        }

        void thrice(int to) {
            set(to);
            twice(to);
        }

        public void fail(int to) {
            value = to;
            throw new IllegalStateException();
        }

        public int failing(int to) {
            try {
                fail(to);
                return 0;
            } catch (IllegalStateException problem) {
                return to;
            }
        }

        public boolean makes(String text) {
            try {
                return new Box(text) != null;
            } catch (IllegalArgumentException problem) {
                return false;
            }
        }

        public int ask(IntSupplier other) {
            return other.getAsInt();
        }
    }

    private Class<?> box;

    @BeforeEach
    void instrument() throws IOException, ReflectiveOperationException {
        Layout.Slot value = new Layout.Slot("value", Layout.Container.NONE, -1, 0, 9);
        Layout.Type type = new Layout.Type(BOX, 0, List.of(value));
        Capture.begin(new Layout(BOX, List.of(1), 10, List.of(type), List.of()), opened -> {});
        String above = Above.class.getName().replace('.', '/');
        Instrumenter boundary = new Instrumenter(Passes.boundary(BOX.replace('.', '/'), List.of(above)));
        ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                String internal = name.replace('.', '/');
                if (!boundary.concerns(internal)) {
                    return super.loadClass(name, resolve);
                }
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                try (InputStream in = getResourceAsStream(internal + ".class")) {
                    byte[] bytes = boundary.instrument(in.readAllBytes());
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException problem) {
                    throw new ClassNotFoundException(name, problem);
                }
            }
        };
        box = Class.forName(BOX, true, loader);
    }

    private Object make(int value) throws ReflectiveOperationException {
        return box.getConstructor(int.class).newInstance(value);
    }

    private Object call(Object object, String name, Object... arguments) throws ReflectiveOperationException {
        for (var method : box.getMethods()) {
            if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
                return method.invoke(object, arguments);
            }
        }
        throw new NoSuchMethodException(name);
    }

    /** The values before and after each step, with structures as their one value: {@code set 1>2}. */
    private static List<String> steps() {
        Recorder.Taken taken = Capture.take();
        List<byte[]> structures = taken.structures();
        return taken.steps().stream()
                .map(step -> step.event().method() + " " + shown(structures, step.before()) + ">"
                        + shown(structures, step.after()) + (step.threw() ? "!" : ""))
                .toList();
    }

    private static String shown(List<byte[]> structures, int number) {
        return switch (number) {
            case Recorder.NONE -> "-";
            case Recorder.BEYOND -> "large";
            case Recorder.UNREAD -> "?";
            // The value is the last of the only object.
            default -> String.valueOf(structures.get(number)[structures.get(number).length - 1]);
        };
    }

    @Test
    void callsFromOutsideAreCapturedAtBothEnds() throws ReflectiveOperationException {
        Object one = make(1);
        call(one, "set", 2);
        call(one, "set", 10);
        call(one, "value");
        assertEquals(List.of("<init> ->1", "set 1>2", "set 2>large", "value large>large"), steps());
    }

    @Test
    void callsFromInsideAreNot() throws ReflectiveOperationException {
        Object one = make(1);
        call(one, "twice", 3);
        IntSupplier inside = () -> {
            try {
                call(one, "set", 6);
                return 0;
            } catch (ReflectiveOperationException problem) {
                throw new AssertionError(problem);
            }
        };
        call(one, "ask", inside);
        assertEquals(List.of("<init> ->1", "twice 1>4", "ask 4>6"), steps());
    }

    @Test
    void whatIsNotPublicIsNoBoundaryAndNotOutside() throws ReflectiveOperationException {
        Object one = make(1);
        var thrice = box.getDeclaredMethod("thrice", int.class);
        thrice.setAccessible(true);
        thrice.invoke(one, 5);
        assertEquals(List.of("<init> ->1"), steps());
    }

    @Test
    void aConstructorIsCapturedWhenTheOutermostOneEnds() throws ReflectiveOperationException {
        box.getConstructor(String.class).newInstance("3");
        make(7);
        assertEquals(List.of("<init> ->6", "<init> ->7"), steps());
    }

    @Test
    void aFactoryIsCapturedAtItsEnd() throws ReflectiveOperationException {
        call(null, "of", 4);
        assertEquals(List.of("of ->6"), steps());
    }

    @Test
    void whatIsThrownEndsACallToo() throws ReflectiveOperationException {
        Object one = make(1);
        assertThrows(InvocationTargetException.class, () -> call(one, "fail", 3));
        call(one, "failing", 4);
        assertEquals(List.of("<init> ->1", "fail 1>3!", "failing 3>4"), steps());
    }

    @Test
    void afterAConstructorThatThrowsCallsAreFromOutsideAgain() throws ReflectiveOperationException {
        Object one = make(1);
        // Before, in and after the call of the other constructor.
        assertThrows(InvocationTargetException.class, () -> box.getConstructor(String.class).newInstance("x"));
        call(one, "set", 2);
        assertThrows(InvocationTargetException.class, () -> make(-1));
        call(one, "set", 3);
        assertThrows(InvocationTargetException.class, () -> box.getConstructor().newInstance());
        call(one, "set", 4);
        assertThrows(InvocationTargetException.class, () -> box.getConstructor(String.class).newInstance("-1"));
        call(one, "makes", "-1");
        call(one, "set", 5);
        assertEquals(
                List.of("<init> ->1", "set 1>2", "set 2>3", "set 3>4", "makes 4>4", "set 4>5"), steps());
    }

    @Test
    void inheritedPublicMethodsAreMethodsOfTheClass() throws ReflectiveOperationException {
        Object one = make(1);
        call(one, "inherited");
        new Above(0).inherited();
        assertEquals(List.of("<init> ->1", "inherited 1>1"), steps());
    }

    @Test
    void callsOfTwoThreadsOnOneObjectAreNotJudged() throws ReflectiveOperationException {
        Object one = make(1);
        IntSupplier meanwhile = () -> elsewhere(() -> call(one, "set", 8));
        call(one, "ask", meanwhile);
        assertEquals(List.of("<init> ->1", "set ?>?", "ask 1>?"), steps());
    }

    @Test
    void callsOfTwoThreadsOnTwoObjectsAreJudged() throws ReflectiveOperationException {
        Object one = make(1);
        Object two = make(2);
        call(one, "ask", (IntSupplier) () -> elsewhere(() -> call(two, "set", 8)));
        assertEquals(List.of("<init> ->1", "<init> ->2", "set 2>8", "ask 1>1"), steps());
    }

    @Test
    void whatThreadsCountIsToldOnceWhetherTheyLiveOrNot() throws ReflectiveOperationException {
        // One end of a constructor, and two of each other call; 10 is beyond the bound of the only group's only slot.
        Object one = make(1);
        elsewhere(() -> call(one, "set", 10));
        assertCounted(3, 1);
        call(one, "value");
        assertCounted(2, 2);
        elsewhere(() -> call(one, "set", 3));
        assertCounted(2, 1);
        assertCounted(0, 0);
    }

    private static void assertCounted(int captures, int beyond) {
        Recorder.Taken taken = Capture.take();
        assertEquals(captures, taken.captures());
        assertArrayEquals(new long[] {0, beyond}, taken.beyond());
    }

    private interface Action {
        void run() throws ReflectiveOperationException;
    }

    /** Does something in a thread of its own, and waits for its end. */
    private static int elsewhere(Action action) {
        Thread other = new Thread(() -> {
            try {
                action.run();
            } catch (ReflectiveOperationException problem) {
                throw new AssertionError(problem);
            }
        });
        other.start();
        try {
            other.join();
        } catch (InterruptedException problem) {
            throw new AssertionError(problem);
        }
        return 0;
    }
}
