package fex.runtime;

import java.lang.reflect.AccessibleObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What methods call where they begin and end, and tests where they have computed a value, so that the state of the program is
 * read there: that of receiver, arguments and result or exception after each invocation of the one method that is watched, or that
 * of the values of the tests' expressions.
 *
 * <p>Nothing is thrown into the code under test, and none of its code is called.
 */
public final class Observer {
    /**
     * Something that was read.
     *
     * @param path from a value to it, as in {@code this.first.price}
     * @param value what it is, in words
     */
    public record Property(String path, String value) {}

    /**
     * A state in words.
     *
     * @param occurrence the number of the invocation or the evaluation in its thread, from 1 on
     * @param stack the methods that had called each other, the innermost first, the last one that of the test
     */
    public record Detail(int occurrence, List<Property> properties, List<Frame> stack) {}

    /**
     * A method that had called another one.
     *
     * @param type the internal name of its class
     * @param source the file of that, without folder; empty if it is not known
     * @param line where the call is; 0 if that is not known
     */
    public record Frame(String type, String method, String descriptor, String source, int line) {}

    /**
     * Where states are read.
     *
     * @param type the internal name of a class
     * @param line its line; 0 for the end of the method's invocations
     * @param number the number of the expression in the method, from 1 on; 0 for the end of its invocations
     * @param what what is evaluated there; empty for the end of the method's invocations
     */
    public record Point(String type, String method, String descriptor, int line, int number, String what) {}

    /**
     * What was read at one place.
     *
     * @param digests those of the states, in the order in which invocations began; 0 for a state that was not read
     */
    public record PointStates(Point point, long[] digests, List<Detail> details) {}

    /** What was read in one thread. */
    public record ThreadStates(List<PointStates> points) {}

    /**
     * What was read in a test.
     *
     * @param test its id, or the name of a container
     * @param threads in the order in which something was read in them first
     * @param unread how many states were not read, because reading them failed or too much had been read
     */
    public record States(String test, List<ThreadStates> threads, long unread) {}

    /** A state that is wanted in words. */
    public record Wanted(String test, int thread, Point point, int occurrence) {}

    private static volatile Observation observation;

    private static volatile Watch watch;

    private static volatile Inquiry inquiry;

    private Observer() {}

    /**
     * Prepares for states to be read.
     *
     * @param opener makes the fields of a class of another module accessible
     * @param methods the methods of which one can be watched
     * @param tests the binary names of the classes of tests
     */
    public static void begin(
            Consumer<Class<?>> opener,
            List<Point> methods,
            Set<String> tests,
            boolean isShallow,
            int depth,
            int objects,
            int elements) {
        StateReader.Reach reach = new StateReader.Reach(isShallow, depth, objects, elements);
        observation = new Observation(opener, reach, methods, tests);
        watch = null;
    }

    /** The number of an expression of a test. */
    public static int site(Point point) {
        return observation.site(point);
    }

    /** An expression is a variable with a name, which is known only after its code. */
    public static void name(int site, String variable) {
        observation.name(site, variable);
    }

    /**
     * Watches something from now on.
     *
     * @param method the number of a method, or -1 for the expressions of tests
     * @param wanted the states that are wanted in words; where there are some, others are only counted
     */
    public static void watch(int method, Set<Wanted> wanted) {
        watch = new Watch(observation, method, wanted);
        inquiry = null;
    }

    /**
     * Asks what the code of tests holds from now on, and reads no states.
     *
     * @param members what is asked for
     * @param fuel how many method entries and loop turns each may take
     */
    public static void inquire(List<Inquiry.Member> members, long fuel) {
        watch = null;
        inquiry = new Inquiry(observation, members, fuel);
    }

    /** A test begins, or what is around tests. What belongs to the same test as before is added to it. */
    public static void test(String id) {
        Watch active = watch;
        if (active != null) {
            active.test(id);
        }
        Inquiry asking = inquiry;
        if (asking != null) {
            asking.test(id);
        }
    }

    /** What was read since the last time. */
    public static List<States> take() {
        Watch active = watch;
        return active == null ? List.of() : active.take();
    }

    /** What was answered since the last time. */
    public static List<Inquiry.Answers> takeAnswers() {
        Inquiry active = inquiry;
        return active == null ? List.of() : active.take();
    }

    /** The number of a place in the code of tests. */
    public static int place(Inquiry.Place place) {
        return observation.place(place);
    }

    /** Called with the value of each variable, in their order, before {@link #held}. */
    public static void holds(Object value) {
        Inquiry active = inquiry;
        if (active != null) {
            active.holds(value);
        }
    }

    // The same for the other types of variables, whose values are boxed only where somebody asks.

    public static void holds(int value) {
        if (inquiry != null) {
            holds((Object) value);
        }
    }

    public static void holds(boolean value) {
        if (inquiry != null) {
            holds((Object) value);
        }
    }

    public static void holds(char value) {
        if (inquiry != null) {
            holds((Object) value);
        }
    }

    public static void holds(long value) {
        if (inquiry != null) {
            holds((Object) value);
        }
    }

    public static void holds(float value) {
        if (inquiry != null) {
            holds((Object) value);
        }
    }

    public static void holds(double value) {
        if (inquiry != null) {
            holds((Object) value);
        }
    }

    /** Called where the code of a test comes to another line. */
    public static void held(int place) {
        Inquiry active = inquiry;
        if (active != null) {
            active.held(place);
        }
    }

    /** Whether a method is watched, which begins. */
    public static boolean watches(int method) {
        Watch active = watch;
        return active != null && active.method == method;
    }

    /** Called first in a method that is watched. */
    public static void enter(Object receiver, Object[] arguments, int method) {
        Watch active = watch;
        if (active != null && active.method == method) {
            active.enter(receiver, arguments);
        }
    }

    /** Called where a method without a result ends. */
    public static void left(int method) {
        Watch active = watch;
        if (active != null && active.method == method) {
            active.leave(null, null);
        }
    }

    /** Called where a method ends with a result. */
    public static void left(Object result, int method) {
        Watch active = watch;
        if (active != null && active.method == method) {
            active.leave("result", result);
        }
    }

    // The same for the other types of results, which are boxed only where the method is watched.

    public static void left(int result, int method) {
        if (watches(method)) {
            left((Object) result, method);
        }
    }

    public static void left(boolean result, int method) {
        if (watches(method)) {
            left((Object) result, method);
        }
    }

    public static void left(char result, int method) {
        if (watches(method)) {
            left((Object) result, method);
        }
    }

    public static void left(long result, int method) {
        if (watches(method)) {
            left((Object) result, method);
        }
    }

    public static void left(float result, int method) {
        if (watches(method)) {
            left((Object) result, method);
        }
    }

    public static void left(double result, int method) {
        if (watches(method)) {
            left((Object) result, method);
        }
    }

    /** Called where something is thrown out of a method. */
    public static void thrown(Throwable thrown, int method) {
        Watch active = watch;
        if (active != null && active.method == method) {
            active.leave("thrown", thrown);
        }
    }

    /** The number of a condition in the code of a method. */
    public static int condition(int method, Point point, String kind, boolean isComparison) {
        return observation.condition(new Met.Condition(method, point, kind, isComparison));
    }

    /** What the conditions of the watched method have met since the last time. */
    public static List<Met> takeConditions() {
        Watch active = watch;
        return active == null ? List.of() : active.takeConditions();
    }

    /** Called where a condition is about a truth value, or about an integer and 0. */
    public static void meets(int value, int site) {
        Watch active = watch;
        Met.Condition condition = observation.condition(site);
        if (active != null && active.method == condition.method()) {
            String operand = condition.kind().equals("truth") ? String.valueOf(value != 0) : String.valueOf(value);
            active.meets(site, condition.holds(value, 0), operand);
        }
    }

    /** Called where a condition is about two integers. */
    public static void meets(int left, int right, int site) {
        Watch active = watch;
        Met.Condition condition = observation.condition(site);
        if (active != null && active.method == condition.method()) {
            active.meets(site, condition.holds(left, right), left + " and " + right);
        }
    }

    /** Called where a condition is about an object and {@code null}. */
    public static void meets(Object value, int site) {
        Watch active = watch;
        Met.Condition condition = observation.condition(site);
        if (active != null && active.method == condition.method()) {
            active.meets(site, value == null, Met.shown(value));
        }
    }

    /** Called where a condition is about two objects. */
    public static void meets(Object left, Object right, int site) {
        Watch active = watch;
        Met.Condition condition = observation.condition(site);
        if (active != null && active.method == condition.method()) {
            active.meets(site, condition.holds(left, right), Met.shown(left) + " and " + Met.shown(right));
        }
    }

    // Comparisons, in place of the instructions.

    public static int compare(long left, long right) {
        compares(left, right);
        return Long.compare(left, right);
    }

    public static int compare(float left, float right, int notANumber) {
        compares(left, right);
        return left < right ? -1 : left > right ? 1 : left == right ? 0 : notANumber;
    }

    public static int compare(double left, double right, int notANumber) {
        compares(left, right);
        return left < right ? -1 : left > right ? 1 : left == right ? 0 : notANumber;
    }

    private static void compares(Object left, Object right) {
        Watch active = watch;
        if (active != null && active.method >= 0) {
            active.compares(left + " and " + right);
        }
    }

    /** Called where an expression of a test was evaluated. */
    public static void value(Object value, int site) {
        Watch active = watch;
        if (active != null && active.method < 0) {
            active.value(value, site);
        }
    }

    // The same for the other types of values.

    public static void value(int value, int site) {
        Watch active = watch;
        if (active != null && active.method < 0) {
            active.value(value, site);
        }
    }

    public static void value(boolean value, int site) {
        Watch active = watch;
        if (active != null && active.method < 0) {
            active.value(value, site);
        }
    }

    public static void value(char value, int site) {
        Watch active = watch;
        if (active != null && active.method < 0) {
            active.value(value, site);
        }
    }

    public static void value(long value, int site) {
        Watch active = watch;
        if (active != null && active.method < 0) {
            active.value(value, site);
        }
    }

    public static void value(float value, int site) {
        Watch active = watch;
        if (active != null && active.method < 0) {
            active.value(value, site);
        }
    }

    public static void value(double value, int site) {
        Watch active = watch;
        if (active != null && active.method < 0) {
            active.value(value, site);
        }
    }

    /** What all watches have in common: what can be watched, and how states are read. */
    static final class Observation {
        final List<Point> methods;
        final Set<String> tests;
        private final Kinds kinds;
        private final Consumer<Class<?>> opener;
        private final StateReader.Reach reach;
        private final List<Point> sites = new ArrayList<>();
        private final List<Inquiry.Place> places = new ArrayList<>();
        private final List<Met.Condition> conditions = new ArrayList<>();

        Observation(Consumer<Class<?>> opener, StateReader.Reach reach, List<Point> methods, Set<String> tests) {
            this.kinds = new Kinds(opener);
            this.opener = opener;
            this.reach = reach;
            this.methods = List.copyOf(methods);
            this.tests = Set.copyOf(tests);
        }

        synchronized int site(Point point) {
            sites.add(point);
            return sites.size() - 1;
        }

        synchronized void name(int site, String variable) {
            Point point = sites.get(site);
            sites.set(
                    site,
                    new Point(point.type(), point.method(), point.descriptor(), point.line(), point.number(), variable));
        }

        synchronized Point sited(int site) {
            return sites.get(site);
        }

        synchronized int place(Inquiry.Place place) {
            places.add(place);
            return places.size() - 1;
        }

        synchronized Inquiry.Place placed(int place) {
            return places.get(place);
        }

        synchronized int condition(Met.Condition condition) {
            conditions.add(condition);
            return conditions.size() - 1;
        }

        synchronized Met.Condition condition(int site) {
            return conditions.get(site);
        }

        StateReader reader() {
            return new StateReader(kinds, opener, reach);
        }

        /** Reads whatever can be reached, so that no change escapes it. */
        StateReader thorough() {
            return new StateReader(kinds, opener, new StateReader.Reach(false, 16, 4 * reach.objects(), reach.elements()));
        }

        /** Makes a member accessible. */
        void open(AccessibleObject member, Class<?> type) {
            if (!member.trySetAccessible()) {
                opener.accept(type);
                member.setAccessible(true);
            }
        }
    }
}
