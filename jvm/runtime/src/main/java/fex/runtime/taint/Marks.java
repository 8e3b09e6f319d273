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
    /** The sets of a single input or none that belong to no test. */
    private static final ConcurrentMap<Marks, Marks> LASTING = new ConcurrentHashMap<>();

    /** All others, of the test that runs. A map that was once large is slow to go through, so that each test has one of its own. */
    private static volatile ConcurrentMap<Marks, Marks> shared = new ConcurrentHashMap<>();

    /** Stands for no marks where {@code null} stands for what is not known. */
    private static final Marks NONE = new Marks(new int[0], 0, null);

    /** How many unions of a set are kept at first, and at most; powers of two. */
    private static final int KEPT = 4;

    private static final int MOST_KEPT = 256;

    /** In ascending order. */
    private final int[] inputs;

    /** The test that they belong to; 0 if they belong to whichever test runs. */
    private final int test;

    /** Sets that were joined with this one not long ago, and what came of it, by their hash codes; {@code null} for none yet. */
    private Joined[] joined;

    private final int hash;

    /** The last step that the input which is followed has taken; {@code null} for none. */
    final Trail.Step step;

    /** Those that come along when a reference with these marks is followed, {@link #NONE} for none; {@code null} if that is not known yet. */
    private Marks followed;

    /** The last test of which it is known that it hangs on these marks whether the program throws something; 0 for none. */
    int guardedIn;

    /** Where an assertion has looked at these marks last; {@code null} for nowhere yet. */
    private Check check;

    private record Check(int assertion, int line, int test) {}

    private record Joined(Marks other, Marks union) {
        private int in(Joined[] table) {
            return (other.hash ^ other.hash >>> 16) & table.length - 1;
        }
    }

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
        boolean isLasting = test == 0 && inputs.length <= 1;
        Marks known = (isLasting ? LASTING : shared).putIfAbsent(marks, marks);
        return known == null ? marks : known;
    }

    /** Forgets the sets of earlier tests, and sets of several inputs that belong to no test. */
    static void forget() {
        shared = new ConcurrentHashMap<>();
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

    /** All marks of two sets; instrumented code calls it, mostly without any, so that it is short enough to be inlined. */
    public static Marks union(Marks one, Marks other) {
        if (other == null || one == other) {
            return one;
        }
        return one == null ? other : unionOf(one, other);
    }

    private static Marks unionOf(Marks one, Marks other) {
        Joined[] joined = one.joined;
        if (joined != null) {
            Joined known = joined[(other.hash ^ other.hash >>> 16) & joined.length - 1];
            if (known != null && known.other == other) {
                return known.union;
            }
        }
        Marks union = Trail.joined(join(one, other), one, other);
        one.keep(new Joined(other, union));
        return union;
    }

    /** Keeps a union. Where its place is taken, there is more room from now on; what another thread keeps meanwhile may get lost. */
    private void keep(Joined more) {
        Joined[] table = joined == null ? new Joined[KEPT] : joined;
        while (table[more.in(table)] != null && table.length < MOST_KEPT) {
            Joined[] larger = new Joined[2 * table.length];
            for (Joined known : table) {
                if (known != null) {
                    larger[known.in(larger)] = known;
                }
            }
            table = larger;
        }
        table[more.in(table)] = more;
        joined = table;
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
        return marks == null || !marks.countsIn(test) ? null : marks;
    }

    private boolean countsIn(int current) {
        return (test == 0 || test == current) && inputs.length > 0;
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
        return marks == null ? null : marks.followed();
    }

    private Marks followed() {
        // Read once, because another thread may write it.
        Marks known = followed;
        if (known == null) {
            int[] left = Arrays.stream(inputs).filter(input -> !Inputs.of(input).isOwnField()).toArray();
            known = left.length == 0 ? NONE : shared(left, test, step);
            followed = known;
        }
        return known == NONE ? null : known;
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

    /** Whether an assertion has looked at these marks there last, so that nothing is new if it does so again, as in a loop. */
    boolean isCheckedAt(int assertion, int line, int current) {
        Check last = check;
        return last != null && last.assertion == assertion && last.line == line && last.test == current;
    }

    /** An assertion has looked at these marks. */
    void checkedAt(int assertion, int line, int current) {
        check = new Check(assertion, line, current);
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
