package fex.runtime.taint;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Marks what a test is given, and tells what assertions look at. Instrumented code calls it. */
public final class Taint {
    /**
     * An assertion in the code of a program.
     *
     * @param type the internal name of the class that calls it
     * @param line the line of the call; 0 if it is not known
     * @param name what is called: {@code assertEquals}
     */
    public record Assertion(String type, String method, String descriptor, int line, String name) {}

    /**
     * An assertion that has looked at inputs of a test that the test does not control.
     *
     * @param line the line of the test from which it was called
     */
    public record Checking(Assertion assertion, int line, int[] inputs) {}

    /**
     * What a test was given.
     *
     * @param value its value, in words
     * @param isMet whether the test has met it, and not only an assertion what is left of it from before
     * @param isChecked whether an assertion has looked at it, or at something that depends on it
     * @param isGuarded whether it hangs on it, or on something that depends on it, whether the program throws something
     * @param isHanded whether the test handed it to an assertion as it is
     * @param instead what a change has put in its place; {@code null} for nothing
     */
    public record Given(
            int number,
            Input.Place place,
            String value,
            boolean isMet,
            boolean isChecked,
            boolean isGuarded,
            boolean isHanded,
            String instead) {}

    /**
     * What became of the marks in a test.
     *
     * @param way that of the input that was followed; {@code null} for none
     */
    public record Tainted(String test, List<Given> inputs, List<Checking> assertions, Trail.Way way) {}

    private record Where(int assertion, int line) {}

    private static final ThreadLocal<Flow> FLOWS = ThreadLocal.withInitial(() -> new Flow(Thread.currentThread()));

    /** The flow of the thread that asked last. */
    private static volatile Flow lastFlow = new Flow(null);

    private static final Map<String, Integer> METHODS = new HashMap<>();
    private static final List<Assertion> ASSERTIONS = new ArrayList<>();
    private static final Map<Assertion, Integer> NUMBERS = new HashMap<>();

    /** The number of the test that runs; of values that were written before it, nothing is known. */
    private static volatile int test = 1;

    private static String name = "";
    private static boolean isRunning;

    /** The inputs that assertions have looked at. */
    private static BitSet checked = new BitSet();

    /** The inputs on which it hangs whether the program throws something. */
    private static BitSet guarded = new BitSet();

    /** The constants that the test handed to assertions. */
    private static BitSet handed = new BitSet();

    private static Map<Where, BitSet> checkings = new LinkedHashMap<>();

    private Taint() {}

    static int test() {
        return test;
    }

    /** A test begins. */
    public static synchronized void begin(String id) {
        name = id;
        isRunning = true;
        test++;
        checked = new BitSet();
        guarded = new BitSet();
        handed = new BitSet();
        checkings = new LinkedHashMap<>();
        Contents.clear();
        Marks.forget();
        Trail.begin(id);
        Flow flow = flow();
        flow.reset();
        Handover.begin(flow);
    }

    /** Changes inputs from now on, each in the way of a number, by their keys; nothing else is changed. */
    public static void change(Map<String, Integer> changes) {
        Inputs.change(changes);
    }

    /** What became of the marks, state last, in the test that has begun last; {@code null} if none has since the last time. */
    public static synchronized Tainted take() {
        if (!isRunning) {
            return null;
        }
        isRunning = false;
        List<Given> inputs = new ArrayList<>();
        List<Input> met = Inputs.metIn(test);
        // Objects of the test's class may be there before it begins, and so may be what the program keeps.
        checked.stream()
                .mapToObj(Inputs::of)
                .filter(input -> (input.isOwnField() || input.isState()) && !input.isMetIn(test))
                .forEach(met::add);
        met.sort(Comparator.comparing(Input::isState));
        for (Input input : met) {
            boolean isChecked = checked.get(input.number);
            inputs.add(new Given(
                    input.number,
                    input.place,
                    input.value(),
                    input.isMetIn(test),
                    isChecked,
                    guarded.get(input.number),
                    handed.get(input.number),
                    input.instead()));
        }
        List<Checking> assertions = new ArrayList<>();
        checkings.forEach((where, marks) -> assertions.add(
                new Checking(ASSERTIONS.get(where.assertion()), where.line(), marks.stream().toArray())));
        return new Tainted(name, inputs, assertions, Trail.way());
    }

    /** The number by which calls know a method, which is the same for all methods that override each other. */
    public static synchronized int method(String signature) {
        return METHODS.computeIfAbsent(signature, any -> METHODS.size() + 1);
    }

    /** The number of an assertion. */
    public static synchronized int assertion(Assertion assertion) {
        return NUMBERS.computeIfAbsent(assertion, any -> {
            ASSERTIONS.add(assertion);
            return ASSERTIONS.size() - 1;
        });
    }

    /** What this thread hands on; an instrumented method begins. */
    public static Flow enter(int method, Object self) {
        Flow flow = flow();
        flow.enter(method, self);
        return flow;
    }

    /** What this thread hands on; the initialiser of a class begins. */
    public static Flow initialise(int method, Object self) {
        Flow flow = flow();
        flow.initialise();
        flow.enter(method, self);
        return flow;
    }

    private static Flow flow() {
        Flow known = lastFlow;
        if (known.thread == Thread.currentThread()) {
            return known;
        }
        Flow own = FLOWS.get();
        lastFlow = own;
        return own;
    }

    static void hand(Marks given) {
        Marks marks = Marks.live(given);
        int only = marks == null ? -1 : marks.onlyInput();
        if (only >= 0) {
            synchronized (Taint.class) {
                handed.set(only);
            }
        }
    }

    /** The texts of which a text was put together that is handed to an assertion are handed to it. */
    static void handParts(Marks marks) {
        Marks live = Marks.live(marks);
        if (live != null) {
            synchronized (Taint.class) {
                for (int input : live.inputs()) {
                    if (Inputs.of(input).place.of().equals("Ljava/lang/String;")) {
                        handed.set(input);
                    }
                }
            }
        }
    }

    /** Depending on something, the program throws something or goes on. */
    public static void guard(Marks looked) {
        if (looked != null && looked.guardedIn != test) {
            guardBy(looked);
        }
    }

    private static void guardBy(Marks looked) {
        Marks marks = Marks.live(looked);
        if (marks != null) {
            synchronized (Taint.class) {
                for (int input : marks.inputs()) {
                    guarded.set(input);
                }
            }
        }
        looked.guardedIn = test;
    }

    static void check(int assertion, int line, Marks looked) {
        Marks marks = Marks.live(looked);
        if (marks != null && !marks.isCheckedAt(assertion, line, test)) {
            checkAll(assertion, line, marks);
        }
    }

    private static void checkAll(int assertion, int line, Marks marks) {
        synchronized (Taint.class) {
            Where where = new Where(assertion, line);
            for (int input : marks.inputs()) {
                checked.set(input);
                Inputs.of(input).check(test);
                if (!Inputs.of(input).place.kind().isControlled) {
                    checkings.computeIfAbsent(where, any -> new BitSet()).set(input);
                }
            }
            Trail.check(ASSERTIONS.get(assertion), marks);
        }
        marks.checkedAt(assertion, line, test);
    }

    /** The mark of an input that the test controls, which it has just met. */
    public static Marks mark(int input) {
        return Inputs.of(input).mark(test);
    }

    /** The mark of a field of an object of the test's own class, which may be made before the test begins. */
    public static Marks fieldMark(int input) {
        return Inputs.of(input).lasting;
    }

    /** The marks of what is read from a field in which the program keeps something. */
    public static Marks state(Marks marks, int input) {
        Input state = Inputs.of(input);
        return state.checkedIn == test ? marks : Marks.union(marks, state.lasting);
    }

    /** The program keeps something in a field. */
    public static void stateWritten(int input) {
        Inputs.of(input).meet(test);
    }

    /** A field is read by reflection: what becomes of the value is not followed, and somebody may compare it. */
    public static void reflected(java.lang.reflect.Field field) {
        if (field != null) {
            int known = Inputs.known(field.getDeclaringClass().getName().replace('.', '/') + "." + field.getName());
            if (known >= 0 && Inputs.of(known).isState()) {
                synchronized (Taint.class) {
                    checked.set(known);
                }
            }
        }
    }

    /** The marks of the value of a static field: its own, if the test has not written it. */
    public static Marks read(Marks written, int input) {
        return written != null && written.isOf(test) ? Marks.live(written) : Inputs.of(input).mark(test);
    }

    /** The marks of a field of an object, or of whatever else was written some time ago. */
    public static Marks live(Marks marks) {
        return Marks.live(marks);
    }

    /** The marks of a field, of an object that a reference with these marks leads to. */
    public static Marks field(Marks field, Marks reference) {
        Marks own = Marks.live(field);
        return reference == null ? own : Marks.union(own, Marks.followed(reference));
    }

    /** The marks of a field that keeps what it has, or does not, depending on a condition. */
    public static Marks kept(Marks field, Marks condition) {
        return condition == null ? field : Marks.union(Marks.live(field), condition);
    }

    /** What is in an object stays as it is, or does not, depending on a condition. */
    public static void kept(Object object, Marks condition) {
        if (condition != null && Kinds.hasContent(object, true)) {
            Contents.add(object, condition);
        }
    }

    /** What is kept with a static field that is written. What a class is initialised with is what the test finds there. */
    public static Marks written(Marks marks) {
        if (flow().initialising > 0) {
            return null;
        }
        Marks live = Marks.live(marks);
        return live == null ? Marks.none(test) : live;
    }

    /** The marks of an element of an array. */
    public static Marks element(Object array, int index, Marks reference, Marks at) {
        guard(at);
        return Marks.union(Marks.union(Contents.element(array, index), Marks.followed(reference)), at);
    }

    /** An element of an array is written. */
    public static void store(Object array, int index, Marks at, Marks value, Marks control) {
        guard(at);
        if (array != null) {
            Contents.setElement(array, index, Marks.union(Marks.union(at, value), control));
        }
    }

    /** Elements of an array are copied to another one, as {@code System.arraycopy} does. */
    public static void copy(Object from, int start, Object to, int at, int length, Marks more) {
        Contents.copy(from, start, to, at, length, more);
    }

    /** A number that is an input, or what it is changed into. */
    public static int number(int value, int number) {
        Input input = Inputs.of(number);
        if (!input.isMetIn(test) || input.isOwnField()) {
            input.meet(Values.narrow(value, input.place.of()), test);
        }
        if (input.change < 0) {
            return value;
        }
        Object other = input.changed(value);
        return other instanceof Boolean truth ? (truth ? 1 : 0) : ((Number) other).intValue();
    }

    /** A number that is an input, or what it is changed into. */
    public static long number(long value, int input) {
        return (Long) object(value, input);
    }

    /** A number that is an input, or what it is changed into. */
    public static float number(float value, int input) {
        return (Float) object(value, input);
    }

    /** A number that is an input, or what it is changed into. */
    public static double number(double value, int input) {
        return (Double) object(value, input);
    }

    /** An object that is an input, or what it is changed into. */
    public static Object object(Object value, int number) {
        Input input = Inputs.of(number);
        if (!input.isMetIn(test) || input.isOwnField()) {
            input.meet(value, test);
        }
        return input.change < 0 ? value : input.changed(value);
    }

    /** The value of a static field, or what it is changed into as long as the test has not written it. */
    public static int staticNumber(int value, Marks written, int input) {
        return isWritten(written) ? value : number(value, input);
    }

    /** The value of a static field, or what it is changed into as long as the test has not written it. */
    public static long staticNumber(long value, Marks written, int input) {
        return isWritten(written) ? value : number(value, input);
    }

    /** The value of a static field, or what it is changed into as long as the test has not written it. */
    public static float staticNumber(float value, Marks written, int input) {
        return isWritten(written) ? value : number(value, input);
    }

    /** The value of a static field, or what it is changed into as long as the test has not written it. */
    public static double staticNumber(double value, Marks written, int input) {
        return isWritten(written) ? value : number(value, input);
    }

    /** The value of a static field, or what it is changed into as long as the test has not written it. */
    public static Object staticObject(Object value, Marks written, int input) {
        return isWritten(written) ? value : object(value, input);
    }

    private static boolean isWritten(Marks written) {
        return written != null && written.isOf(test);
    }
}
