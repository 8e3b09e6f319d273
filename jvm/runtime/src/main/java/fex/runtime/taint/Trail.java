package fex.runtime.taint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The way of one input through a test: what has its mark knows the steps that the mark has taken. Code calls it that is instrumented to
 * explain; no other code makes steps, so that nothing else pays for them.
 */
public final class Trail {
    /** More steps are not made in one test. */
    private static final int MOST = 20_000;

    /** Longer ways are not followed. */
    private static final int LONGEST = 200;

    /** How many places beside the way are told. */
    private static final int TOLD = 5;

    /**
     * A place in the code that a value passes.
     *
     * @param kind what becomes of the value there: {@code variable}, {@code field}, {@code condition}
     * @param type the internal name of the class
     * @param line the line; 0 if it is not known
     * @param name what the value is put into, or what returns it
     * @param of the descriptor of the value; empty if the value says nothing
     */
    public record Place(String kind, String type, String method, String descriptor, int line, String name, String of) {}

    /** A step, with the value in words. */
    public record Taken(Place place, String value) {}

    /**
     * What became of the input that was followed.
     *
     * @param key what tells the input from all others
     * @param steps the way to the first assertion that looked at it, or else as far as it went
     * @param others where else it was read last
     */
    public record Way(String key, boolean isChecked, List<Taken> steps, List<Taken> others) {}

    /** A step on a way. */
    static final class Step {
        private final Place place;
        private final String value;
        private final Step before;
        private final int length;
        private boolean isLast = true;

        private Step(Place place, String value, Step before) {
            this.place = place;
            this.value = value;
            this.before = before;
            length = before == null ? 1 : before.length + 1;
        }

        private boolean isOfCondition() {
            return place.kind().equals("condition");
        }

        private Taken taken() {
            return new Taken(place, value);
        }
    }

    private static final List<Place> PLACES = new ArrayList<>();
    private static final Map<Place, Integer> NUMBERS = new HashMap<>();

    /** The keys of the inputs that are followed, by test. */
    private static Map<String, String> asked = Map.of();

    /** That of the test that runs; {@code null} for none. */
    private static String key;

    /** The number of that input; negative while no code has it. */
    private static volatile int followed = -1;

    private static final List<Step> MADE = new ArrayList<>();

    /** The first assertion that has looked at the input, and the last step before it; {@code null} for none. */
    private static Taken assertion;

    private static Step checked;

    private Trail() {}

    /** Follows one input in each of some tests from now on, by the ids of the tests. */
    public static synchronized void follow(Map<String, String> keys) {
        asked = Map.copyOf(keys);
    }

    /** The number of a place. */
    public static synchronized int place(Place place) {
        return NUMBERS.computeIfAbsent(place, any -> {
            PLACES.add(place);
            return PLACES.size() - 1;
        });
    }

    /** A test begins. */
    static void begin(String test) {
        String wanted;
        synchronized (Trail.class) {
            wanted = asked.get(test);
            key = wanted;
            followed = -1;
            MADE.clear();
            checked = null;
            assertion = null;
        }
        // Whoever numbers inputs tells of them here, and would wait for this.
        int known = wanted == null ? -1 : Inputs.known(wanted);
        if (known >= 0) {
            followed = known;
        }
    }

    /** Code is there that has an input. */
    static synchronized void met(Input input) {
        if (input.place.key().equals(key)) {
            followed = input.number;
        }
    }

    /** What became of the input that was followed in the test that has begun last; {@code null} if none was. */
    static synchronized Way way() {
        if (key == null) {
            return null;
        }
        List<Taken> steps = new ArrayList<>();
        boolean isChecked = assertion != null;
        if (isChecked) {
            steps.add(assertion);
        }
        Set<Place> passed = new HashSet<>();
        for (Step at = isChecked ? checked : farthest(); at != null; at = at.before) {
            steps.add(0, at.taken());
            passed.add(at.place);
        }
        List<Taken> others = new ArrayList<>();
        for (Step step : isChecked ? List.<Step>of() : MADE) {
            if (step.isLast && others.size() < TOLD && passed.add(step.place)) {
                others.add(step.taken());
            }
        }
        return new Way(key, isChecked, steps, others);
    }

    /** The last step of the longest way. */
    private static Step farthest() {
        Step farthest = null;
        for (Step step : MADE) {
            if (farthest == null || step.length >= farthest.length) {
                farthest = step;
            }
        }
        return farthest;
    }

    /** An assertion has looked at marks. */
    static void check(Taint.Assertion by, Marks marks) {
        if (has(marks)) {
            synchronized (Trail.class) {
                if (assertion == null) {
                    checked = marks.step;
                    assertion = new Taken(
                            new Place("assertion", by.type(), by.method(), by.descriptor(), by.line(), by.name(), ""), "");
                }
            }
        }
    }

    private static boolean has(Marks marks) {
        int input = followed;
        return input >= 0 && marks != null && Arrays.binarySearch(marks.inputs(), input) >= 0;
    }

    /** A union of marks, with the way of one of them: rather one of values than one of conditions. */
    static Marks joined(Marks union, Marks one, Marks other) {
        if (!has(union)) {
            return union;
        }
        boolean isFirst = one.livesWith(union) && has(one);
        boolean isSecond = other.livesWith(union) && has(other);
        boolean isRather = one.step == null || !one.step.isOfCondition();
        return union.with(isFirst && (isRather || !isSecond) ? one.step : isSecond ? other.step : null);
    }

    /** A value passes a place, which may be known to its marks from now on. */
    private static Marks step(Marks marks, int number, String value) {
        synchronized (Trail.class) {
            Place place = PLACES.get(number);
            Step before = marks.step;
            // A way that comes by again, as loops have it, begins there anew.
            for (Step at = before; at != null; at = at.before) {
                if (at.place == place) {
                    before = at.before;
                    break;
                }
            }
            boolean isLong = MADE.size() >= MOST || before != null && before.length >= LONGEST;
            if (isLong) {
                return marks;
            }
            if (before != null) {
                before.isLast = false;
            }
            Step step = new Step(place, value, before);
            MADE.add(step);
            return marks.with(step);
        }
    }

    /** Something passes a place of which there is no value to tell. */
    public static Marks passed(Marks marks, int place) {
        return has(marks) ? step(marks, place, "") : marks;
    }

    /** A value passes a place; returns its marks. */
    public static Marks passed(int value, Marks marks, int place) {
        return has(marks) ? step(marks, place, number(value, place)) : marks;
    }

    /** A value passes a place; returns its marks. */
    public static Marks passed(long value, Marks marks, int place) {
        return passed((Object) value, marks, place);
    }

    /** A value passes a place; returns its marks. */
    public static Marks passed(float value, Marks marks, int place) {
        return passed((Object) value, marks, place);
    }

    /** A value passes a place; returns its marks. */
    public static Marks passed(double value, Marks marks, int place) {
        return passed((Object) value, marks, place);
    }

    /** A value passes a place; returns its marks. */
    public static Marks passed(Object value, Marks marks, int place) {
        return has(marks) ? step(marks, place, Values.words(value)) : marks;
    }

    /** Two values are compared; returns their marks. */
    public static Marks passed(int one, int other, Marks marks, int place) {
        return has(marks) ? step(marks, place, number(one, place) + " and " + number(other, place)) : marks;
    }

    /** Two values are compared; returns their marks. */
    public static Marks passed(Object one, Object other, Marks marks, int place) {
        return has(marks) ? step(marks, place, Values.words(one) + " and " + Values.words(other)) : marks;
    }

    private static synchronized String number(int value, int place) {
        String of = PLACES.get(place).of();
        return of.isEmpty() ? "" : Values.words(Values.narrow(value, of));
    }
}
