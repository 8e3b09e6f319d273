package fex.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fex.runtime.Observer;
import fex.runtime.Probe;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** States as they are read where methods end and where tests compute values. */
class ObserverTest {
    private static final Observer.Point METHOD = new Observer.Point("p/C", "m", "()V", 0, 0, "");

    @AfterEach
    void reset() {
        Probe.replace(-1, 0);
    }

    private static void begin(boolean isShallow, int depth, int objects, int elements) {
        Observer.begin(opened -> {}, List.of(METHOD), Set.of(), isShallow, depth, objects, elements);
    }

    /** The digest of an object as the receiver of an invocation. */
    private static long digest(Object receiver) {
        Observer.watch(0, Set.of());
        Observer.test("t");
        Observer.enter(receiver, new Object[0], 0);
        Observer.left(0);
        Observer.States states = Observer.take().get(0);
        assertEquals(0, states.unread(), "the state is read");
        return states.threads().get(0).points().get(0).digests()[0];
    }

    /** The same in words. */
    private static Map<String, String> words(Object receiver) {
        Observer.watch(0, Set.of(new Observer.Wanted("t", 0, METHOD, 1)));
        Observer.test("t");
        Observer.enter(receiver, new Object[0], 0);
        Observer.left(0);
        Map<String, String> words = new HashMap<>();
        Observer.take().get(0).threads().get(0).points().get(0).details().get(0).properties()
                .forEach(property -> words.put(property.path(), property.value()));
        return words;
    }

    /** Whose own methods are never called. */
    private static class Hostile {
        int number;
        Object next;

        @Override
        public boolean equals(Object other) {
            throw new IllegalStateException();
        }

        @Override
        public int hashCode() {
            throw new IllegalStateException();
        }

        @Override
        public String toString() {
            throw new IllegalStateException();
        }
    }

    private static Hostile hostile(int number, Object next) {
        Hostile made = new Hostile();
        made.number = number;
        made.next = next;
        return made;
    }

    /** A chain of so many objects, the last of which has a number. */
    private static Hostile chain(int length, int number) {
        Hostile last = hostile(number, null);
        for (int index = 1; index < length; index++) {
            last = hostile(0, last);
        }
        return last;
    }

    private enum Color {
        RED,
        GREEN
    }

    private record Pair(Object one, Object other) {}

    private static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final int code;

        Failure(String message, int code) {
            super(message);
            this.code = code;
        }

        @Override
        public String getMessage() {
            throw new IllegalStateException();
        }
    }

    private static Pair circle(boolean isShared) {
        Hostile one = hostile(1, null);
        one.next = one;
        return new Pair(one, isShared ? one : chain(1, 1));
    }

    @Test
    void equalObjectsHaveEqualDigestsAndOthersHaveNot() {
        begin(false, 8, 100, 100);
        List<Supplier<Object>> kinds = List.of(
                () -> hostile(1, null),
                () -> hostile(2, null),
                () -> chain(5, 1),
                () -> chain(5, 2),
                () -> circle(true),
                () -> circle(false),
                () -> new Pair(null, "a"),
                () -> new Pair("a", null),
                () -> new Pair("b", null),
                () -> new Pair('b', null),
                () -> new Pair(1, 1L),
                () -> new Pair(1L, 1),
                () -> new Pair(0.0, null),
                () -> new Pair(-0.0, null),
                () -> new Pair(Color.RED, null),
                () -> new Pair(Color.GREEN, null),
                () -> new Pair(new int[] {1, 2}, null),
                () -> new Pair(new int[] {2, 1}, null),
                () -> new Pair(new long[] {1, 2}, null),
                () -> new Pair(new Object[] {1, 2}, null),
                () -> new Pair(new ArrayList<>(List.of(1, 2)), null),
                () -> new Pair(List.of(1, 2), null),
                () -> new Pair(new HashMap<>(Map.of("a", 1)), null),
                () -> new Pair(new HashMap<>(Map.of("a", 2)), null),
                () -> new Pair(new StringBuilder("a"), null),
                () -> new Pair(new StringBuilder("b"), null),
                () -> new Pair(String.class, null),
                () -> new Pair(Object.class, null),
                () -> new Failure("a", 1),
                () -> new Failure("b", 1),
                () -> new Failure("b", 2));
        for (int one = 0; one < kinds.size(); one++) {
            assertEquals(digest(kinds.get(one).get()), digest(kinds.get(one).get()), "number " + one);
            for (int other = 0; other < one; other++) {
                long first = digest(kinds.get(one).get());
                assertNotEquals(first, digest(kinds.get(other).get()), one + " and " + other);
                // What a digest tells apart, the words do, too.
                assertNotEquals(words(kinds.get(one).get()), words(kinds.get(other).get()), one + " and " + other);
            }
        }
    }

    @Test
    void theOrderOfASetByHashCodesMakesNoDifference() {
        begin(false, 8, 1000, 1000);
        List<Object> elements = new ArrayList<>();
        for (int index = 0; index < 50; index++) {
            elements.add(new Pair(index, null));
        }
        // Hash codes by identity: the order is another one for each set.
        Supplier<Object> set = () -> {
            Set<Object> identities = new HashSet<>();
            List<Object> shuffled = new ArrayList<>(elements);
            Collections.shuffle(shuffled);
            shuffled.forEach(element -> identities.add(new Object[] {element}));
            return new Pair(new HashSet<>(shuffled), identities.size());
        };
        assertEquals(digest(set.get()), digest(set.get()));
        assertEquals(words(set.get()), words(set.get()));
    }

    /** A map whose own methods are never called, with a field of its own. */
    private static final class Register extends HashMap<Object, Integer> {
        private static final long serialVersionUID = 1L;
        int opened;

        @Override
        public Set<Map.Entry<Object, Integer>> entrySet() {
            throw new IllegalStateException();
        }

        @Override
        public int size() {
            throw new IllegalStateException();
        }
    }

    /** A list with methods of its own. */
    private static final class Line extends LinkedList<Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        public ListIterator<Integer> listIterator(int index) {
            throw new IllegalStateException();
        }

        @Override
        public Iterator<Integer> iterator() {
            throw new IllegalStateException();
        }
    }

    @Test
    void whatExtendsACollectionIsReadAsItsContentsAndItsFields() {
        begin(false, 8, 1000, 1000);
        Supplier<Register> register = () -> {
            Register made = new Register();
            List<Integer> keys = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9));
            Collections.shuffle(keys);
            // Keys that share a bucket of the table are in the order in which they came.
            keys.forEach(key -> made.put(1024 * key, key));
            return made;
        };
        assertEquals(digest(register.get()), digest(register.get()));
        Map<String, String> words = words(register.get());
        assertEquals("9", words.get("this.size"));
        assertEquals("2", words.get("this[2048].value"));
        assertEquals("0", words.get("this.opened"));
        Register opened = register.get();
        opened.opened = 1;
        assertNotEquals(digest(register.get()), digest(opened));
        Register other = register.get();
        other.put(1024, 3);
        assertNotEquals(digest(register.get()), digest(other));
        Line line = new Line();
        line.add(7);
        assertEquals("7", words(line).get("this[0]"));
    }

    @Test
    void theNamesOfLambdasAreThoseOfTheirClasses() {
        begin(false, 8, 100, 100);
        int captured = 7;
        Runnable task = () -> assertEquals(7, captured);
        String told = words(new Pair(task, null)).get("this.one");
        assertTrue(told.endsWith("ObserverTest$$Lambda"), told);
        assertEquals("7", words(new Pair(task, null)).get("this.one.arg$1"));
    }

    @Test
    void limitsEndAWalk() {
        begin(false, 3, 100, 4);
        assertEquals(digest(chain(6, 1)), digest(chain(6, 2)), "the sixth object is beyond the depth");
        assertNotEquals(digest(chain(4, 1)), digest(chain(4, 2)));
        Object[] many = {1, 2, 3, 4, 5};
        Object[] others = {1, 2, 3, 4, 6};
        assertEquals(digest(many), digest(others), "the fifth element is beyond the limit");
        assertNotEquals(digest(many), digest(Arrays.copyOf(many, 6)), "the length is not");
        begin(false, 100, 3, 4);
        assertEquals(digest(chain(5, 1)), digest(chain(5, 2)), "the fifth object is beyond the limit");
    }

    @Test
    void aShallowStateHasOneLevelOfFields() {
        begin(true, 8, 100, 100);
        // The example after definition 2: a version, and elements that are not null and have a size.
        Map<String, String> words = words(new Pair(3L, new ArrayList<>(List.of("a"))));
        assertEquals(Map.of("this", "not null", "this.one", "3L", "this.other", "not null, of size 1"), words);
        assertEquals(digest(new Pair(List.of(1), null)), digest(new Pair(List.of(2), null)));
        assertEquals(digest(new Pair(hostile(1, null), null)), digest(new Pair(hostile(2, null), null)));
        assertNotEquals(digest(new Pair(new int[1], null)), digest(new Pair(new int[2], null)));
        assertNotEquals(digest(new Pair(1, null)), digest(new Pair(2, null)));
    }

    /** What is watched, and a test of it. */
    public static class Counter {
        int value;

        public long add(int times, String by) {
            int before = value;
            times = times + by.length();
            value += times;
            if (value > 100) {
                throw new IllegalStateException("full");
            }
            return before;
        }

        public static String test() {
            Counter counter = new Counter();
            counter.add(1, "ab");
            long last = counter.add(2, "");
            return "last " + last + new Counter().value;
        }

        public static boolean caught() {
            try {
                new Counter().add(101, "");
                return false;
            } catch (IllegalStateException full) {
                return true;
            }
        }

        public static boolean finallyThrown(boolean isFull) {
            try {
                return new Counter().add(isFull ? 101 : 1, "") > 0;
            } finally {
                new Counter();
            }
        }

        public static void thrown() {
            new Counter().add(101, "");
        }
    }

    private Class<?> counter;

    private void load(Observer.Point method, List<Pass> more) throws IOException, ReflectiveOperationException {
        Observer.begin(opened -> {}, List.of(method), Set.of(Counter.class.getName()), false, 8, 100, 100);
        List<Pass> passes = new ArrayList<>(more);
        passes.addAll(Passes.observe(List.of(method), List.of(method.type())));
        byte[] changed;
        try (InputStream in = getClass().getClassLoader().getResourceAsStream(method.type() + ".class")) {
            changed = new Instrumenter(passes).instrument(in.readAllBytes());
        }
        ClassLoader loader = new ClassLoader(getClass().getClassLoader()) {
            @Override
            protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                if (!wanted.equals(Counter.class.getName())) {
                    return super.loadClass(wanted, resolve);
                }
                Class<?> known = findLoadedClass(wanted);
                return known != null ? known : defineClass(wanted, changed, 0, changed.length);
            }
        };
        counter = Class.forName(Counter.class.getName(), true, loader);
    }

    private static Observer.Point add() {
        String name = Counter.class.getName().replace('.', '/');
        return new Observer.Point(name, "add", "(ILjava/lang/String;)J", 0, 0, "");
    }

    private static List<String> told(int invocation) {
        Observer.PointStates states = Observer.take().get(0).threads().get(0).points().get(0);
        return states.details().stream()
                .filter(detail -> detail.occurrence() == invocation)
                .flatMap(detail -> detail.properties().stream())
                .map(property -> property.path() + " is " + property.value())
                .toList();
    }

    @Test
    void theStateAfterAnInvocationHasReceiverArgumentsAndResultOrException() throws Exception {
        Observer.Point method = add();
        List<List<Step>> replacements = List.of(List.of(new Step.Constant(9L)));
        MethodPlan plan = new MethodPlan(method.type(), "add", method.descriptor(), replacements, List.of());
        Probe.makeRoom(1, 0);
        load(method, Passes.guard(List.of(plan), List.of(), List.of()));
        Set<Observer.Wanted> wanted = Set.of(new Observer.Wanted("t", 0, method, 1), new Observer.Wanted("t", 0, method, 2));
        Observer.watch(0, wanted);
        Observer.test("t");
        Object made = counter.getConstructor().newInstance();
        String type = Counter.class.getTypeName();
        counter.getMethod("add", int.class, String.class).invoke(made, 1, "ab");
        // The parameter has another value at the end; the argument has not.
        assertEquals(
                List.of("this is a " + type, "argument 1 is 1", "argument 2 is \"ab\"", "result is 0L", "this.value is 3"),
                told(1));
        Observer.test("t");
        assertThrows(
                InvocationTargetException.class,
                () -> counter.getMethod("add", int.class, String.class).invoke(made, 99, ""));
        assertEquals(
                List.of(
                        "this is a " + type,
                        "argument 1 is 99",
                        "argument 2 is \"\"",
                        "thrown is a java.lang.IllegalStateException",
                        "this.value is 102",
                        "thrown.message is \"full\""),
                told(1));
        Observer.test("t");
        Probe.replace(0, 0);
        counter.getMethod("add", int.class, String.class).invoke(made, 1, "ab");
        assertEquals(
                List.of("this is a " + type, "argument 1 is 1", "argument 2 is \"ab\"", "result is 9L", "this.value is 102"),
                told(1),
                "whatever runs in place of the body");
    }

    @Test
    void theValuesOfExpressionsAreThoseOfCallsFieldsAndVariables() throws Exception {
        load(add(), List.of());
        Observer.watch(-1, Set.of());
        Observer.test("t");
        counter.getMethod("test").invoke(null);
        List<Observer.PointStates> all = Observer.take().get(0).threads().get(0).points();
        List<String> ofTest = all.stream()
                .map(Observer.PointStates::point)
                .filter(point -> point.method().equals("test"))
                .map(Observer.Point::what)
                .toList();
        assertEquals(
                List.of("new Counter", "counter", "add(…)", "counter", "add(…)", "new Counter", "value", "a text"), ofTest);
        List<Long> states = all.stream()
                .filter(of -> of.point().what().equals("counter"))
                .map(of -> of.digests()[0])
                .toList();
        assertNotEquals(states.get(0), states.get(1), "the variable holds the same object in another state");
    }

    /** What is read in the code of tests while a method of the class runs, which may throw. */
    private List<Observer.PointStates> read(Set<Observer.Wanted> wanted, String method, Object... arguments) throws Exception {
        Observer.watch(-1, wanted);
        Observer.test("t");
        Class<?>[] types = Arrays.stream(arguments).map(argument -> boolean.class).toArray(Class<?>[]::new);
        try {
            counter.getMethod(method, types).invoke(null, arguments);
        } catch (InvocationTargetException thrown) {
            assertEquals(IllegalStateException.class, thrown.getCause().getClass(), "nothing else is thrown");
        }
        return Observer.take().get(0).threads().get(0).points();
    }

    /** The messages of the exceptions that are told of in a method of the class. */
    private List<String> exceptions(String method, Object... arguments) throws Exception {
        Set<Observer.Wanted> wanted = new HashSet<>();
        for (Observer.PointStates read : read(Set.of(), method, arguments)) {
            if (read.point().method().equals(method) && read.point().what().equals("an exception")) {
                wanted.add(new Observer.Wanted("t", 0, read.point(), 1));
            }
        }
        return wanted.isEmpty()
                ? List.of()
                : read(wanted, method, arguments).stream()
                        .flatMap(read -> read.details().stream())
                        .flatMap(detail -> detail.properties().stream())
                        .filter(property -> property.path().equals("value.message"))
                        .map(Observer.Property::value)
                        .toList();
    }

    @Test
    void whatIsThrownInTheCodeOfTestsIsToldOf() throws Exception {
        load(add(), List.of());
        List<String> full = List.of("\"full\"");
        assertEquals(full, exceptions("caught"), "where it is caught");
        assertEquals(full, exceptions("thrown"), "where it leaves the method");
        assertEquals(full, exceptions("finallyThrown", true), "where it passes a block");
        assertEquals(List.of(), exceptions("finallyThrown", false), "nothing is thrown");
    }

    @Test
    void whatLeavesAMethodHasTheLineThatItComesFrom() throws Exception {
        load(add(), List.of());
        List<Observer.Point> all = read(Set.of(), "thrown").stream()
                .map(Observer.PointStates::point)
                .filter(point -> point.method().equals("thrown"))
                .toList();
        assertEquals(List.of("new Counter", "an exception"), all.stream().map(Observer.Point::what).toList());
        assertEquals(all.get(0).line(), all.get(1).line(), "both are in one line");
    }
}
