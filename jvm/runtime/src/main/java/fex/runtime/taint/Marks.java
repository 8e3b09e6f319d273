package fex.runtime.taint;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * A set of taint marks, by the numbers of the inputs that they stand for. No marks at all are {@code null}.
 *
 * <p>Sets are shared: two with the same marks are the same object, so that most unions need no work.
 */
public final class Marks {
    private static final ConcurrentMap<Marks, Marks> SHARED = new ConcurrentHashMap<>();

    /** How many unions of a set are kept; a power of two. */
    private static final int KEPT = 8;

    /** In ascending order. */
    private final int[] inputs;

    /** The test that they belong to; 0 if they belong to whichever test runs. */
    private final int test;

    /** Sets that were joined with this one not long ago, and what came of it, by their hash codes; {@code null} for none yet. */
    private Joined[] joined;

    private final int hash;

    /** The last step that the input which is followed has taken; {@code null} for none. */
    final Trail.Step step;

    /** Those that come along when a reference with these marks is followed. */
    private Marks followed;

    private boolean isFollowedKnown;

    private record Joined(Marks other, Marks union) {}

    private Marks(int[] inputs, int test, Trail.Step step) {
        this.inputs = inputs;
        this.test = test;
        this.step = step;
        hash = 31 * (31 * Arrays.hashCode(inputs) + test) + System.identityHashCode(step);
    }

    /** The mark of one input. */
    static Marks of(int input, int test) {
        return shared(new int[] {input}, test, null);
    }

    /** What stands for no marks where {@code null} means something else. */
    static Marks none(int test) {
        return shared(new int[0], test, null);
    }

    private static Marks shared(int[] inputs, int test, Trail.Step step) {
        Marks marks = new Marks(inputs, test, step);
        Marks known = SHARED.putIfAbsent(marks, marks);
        return known == null ? marks : known;
    }

    /** Forgets the sets of earlier tests, and sets of several inputs that belong to no test. */
    static void forget(int current) {
        SHARED.keySet().removeIf(marks -> marks.test == 0 ? marks.inputs.length > 1 : marks.test != current);
    }

    /** The only input of a test among them, apart from what the program keeps; negative if there are none or several. */
    int onlyInput() {
        int only = -1;
        for (int input : inputs) {
            if (!Inputs.of(input).isState()) {
                if (only >= 0) {
                    return -1;
                }
                only = input;
            }
        }
        return only;
    }

    /** All marks of two sets; instrumented code calls it. */
    public static Marks union(Marks one, Marks other) {
        if (other == null || one == other) {
            return one;
        } else if (one == null) {
            return other;
        }
        Joined[] joined = one.joined;
        int at = (other.hash ^ other.hash >>> 16) & KEPT - 1;
        Joined known = joined == null ? null : joined[at];
        if (known != null && known.other == other) {
            return known.union;
        }
        Marks union = Trail.joined(join(one, other), one, other);
        if (joined == null) {
            joined = new Joined[KEPT];
            one.joined = joined;
        }
        joined[at] = new Joined(other, union);
        return union;
    }

    private static Marks join(Marks one, Marks other) {
        int test = Math.max(one.test, other.test);
        if (one.test != 0 && one.test != test || one.inputs.length == 0) {
            return other;
        } else if (other.test != 0 && other.test != test || other.inputs.length == 0) {
            return one;
        }
        int[] left = one.inputs;
        int[] right = other.inputs;
        int[] all = new int[left.length + right.length];
        int count = 0;
        for (int i = 0, j = 0; i < left.length || j < right.length; count++) {
            if (j == right.length || i < left.length && left[i] < right[j]) {
                all[count] = left[i++];
            } else {
                if (i < left.length && left[i] == right[j]) {
                    i++;
                }
                all[count] = right[j++];
            }
        }
        if (count == left.length && one.test == test) {
            return one;
        } else if (count == right.length && other.test == test) {
            return other;
        }
        return shared(Arrays.copyOf(all, count), test, null);
    }

    /** The marks that still count while a test runs. */
    static Marks live(Marks marks, int test) {
        boolean counts = marks != null && marks.inputs.length > 0 && (marks.test == 0 || marks.test == test);
        return counts ? marks : null;
    }

    /** Whether they were written in a test. */
    boolean isOf(int current) {
        return test == current;
    }

    /**
     * Those of the marks that come along when the object is used that a reference with them leads to: the marks of a field of the test
     * class are about which object it holds, and what is in that object was made for this test.
     */
    static Marks followed(Marks marks) {
        if (marks == null) {
            return null;
        }
        if (!marks.isFollowedKnown) {
            int[] followed = Arrays.stream(marks.inputs).filter(input -> !Inputs.of(input).isOwnField()).toArray();
            marks.followed = followed.length == 0 ? null : shared(followed, marks.test, marks.step);
            marks.isFollowedKnown = true;
        }
        return marks.followed;
    }

    /** The same marks that have come another way. */
    Marks with(Trail.Step other) {
        return step == other ? this : shared(inputs, test, other);
    }

    /** Whether these marks still count where others do. */
    boolean livesWith(Marks others) {
        return test == 0 || test == others.test;
    }

    int[] inputs() {
        return inputs;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Marks marks
                && marks.hash == hash
                && marks.test == test
                && marks.step == step
                && Arrays.equals(marks.inputs, inputs);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
