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

    /** Stands for a union where there was none yet. */
    private static final Joined NOTHING = new Joined(null, null, 0);

    /** Stands for no marks where {@code null} stands for what is not known. */
    private static final Marks NONE = new Marks(new int[0], 0, null);

    /** How many changes there were to what the marks of a set are worth: tests that began, and inputs that assertions have looked at. */
    private static volatile int changes;

    /** How many unions of a set are kept at first, and at most; powers of two. */
    private static final int KEPT = 4;

    private static final int MOST_KEPT = 256;

    private static final int CHECK_BITS = 5;

    private static final int UNKNOWN = -2;

    /** How many places are kept where assertions have looked at a set. */
    private static final int CHECKS = 1 << CHECK_BITS;

    /** In ascending order. */
    private final int[] inputs;

    /** The test that they belong to; 0 if they belong to whichever test runs. */
    private final int test;

    /** Sets that were joined with this one not long ago, and what came of it, by their hash codes; {@code null} for none yet. */
    private Joined[] joined;

    /** The last of them. */
    private Joined last = NOTHING;

    private final int hash;

    /** The only input of a test among them; {@link #UNKNOWN} if nobody has asked yet. */
    private int only = UNKNOWN;

    /** The last step that the input which is followed has taken; {@code null} for none. */
    final Trail.Step step;

    /** Those that come along when a reference with these marks is followed, {@link #NONE} for none; {@code null} if that is not known yet. */
    private Marks followed;

    /** The last test of which it is known that it hangs on these marks whether the program throws something; 0 for none. */
    int guardedIn;

    /** Where assertions have looked at these marks not long ago; {@code null} for nowhere yet. */
    private Check[] checks;

    /** What of these marks still tells something, and after how many changes that was so. */
    private Marks telling;

    private volatile int toldAfter = -1;

    private record Check(int assertion, int line, int test) {
        private static int place(int assertion, int line) {
            return (0x9e3779b9 * assertion + 0x85ebca6b * line) >>> Integer.SIZE - CHECK_BITS;
        }
    }

    private record Joined(Marks other, Marks union, int after) {
        private int in(Joined[] table) {
            return (other.hash ^ other.hash >>> 16) & table.length - 1;
        }

        /** Whether another union that still holds is in the place of this one. */
        private boolean isLate(Joined there) {
            return there != null && there.after == after && there.other != other;
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
        change();
    }

    /** From now on, marks may tell less. */
    static synchronized void change() {
        changes++;
    }

    /** The only input of a test among them, apart from what the program keeps; negative if there are none or several. */
    int onlyInput() {
        int known = only;
        if (known == UNKNOWN) {
            known = findOnly();
            only = known;
        }
        return known;
    }

    private int findOnly() {
        int found = -1;
        for (int input : inputs) {
            if (!Inputs.of(input).isState()) {
                if (found >= 0) {
                    return -1;
                }
                found = input;
            }
        }
        return found;
    }

    /** All marks of two sets; instrumented code calls it, mostly without any, so that it is short enough to be inlined. */
    public static Marks union(Marks one, Marks other) {
        if (other == null || one == other) {
            return one;
        }
        return one == null ? other : unionOf(one, other);
    }

    private static Marks unionOf(Marks one, Marks other) {
        Joined last = one.last;
        if (last.other == other && last.after == changes) {
            return last.union;
        }
        return one.joinedWith(other);
    }

    private Marks joinedWith(Marks other) {
        int now = changes;
        Joined[] table = joined;
        if (table != null) {
            Joined known = table[(other.hash ^ other.hash >>> 16) & table.length - 1];
            if (known != null && known.other == other && known.after == now) {
                last = known;
                return known.union;
            }
        }
        Joined more = new Joined(other, join(this, other), now);
        last = more;
        keep(more);
        return more.union;
    }

    /** Keeps a union. Where its place is taken, there is more room from now on; what another thread keeps meanwhile may get lost. */
    private void keep(Joined more) {
        Joined[] table = joined == null ? new Joined[KEPT] : joined;
        while (more.isLate(table[more.in(table)]) && table.length < MOST_KEPT) {
            Joined[] larger = new Joined[2 * table.length];
            for (Joined known : table) {
                if (known != null && known.after == more.after) {
                    larger[known.in(larger)] = known;
                }
            }
            table = larger;
        }
        table[more.in(table)] = more;
        joined = table;
    }

    /** The marks of both that still tell something; never {@code null}. */
    private static Marks join(Marks one, Marks other) {
        Marks left = live(one);
        Marks right = live(other);
        if (right == null || left == right) {
            return left == null ? one : left;
        }
        return left == null ? right : Trail.joined(joinAll(left, right), left, right);
    }

    private static Marks joinAll(Marks one, Marks other) {
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

    /** The marks that still tell something while a test runs; {@code null} for none. */
    static Marks live(Marks marks) {
        if (marks == null) {
            return null;
        }
        return marks.toldAfter == changes ? marks.telling : marks.findTelling();
    }

    /**
     * Whether an assertion has looked at what the test controls is all that is asked of it, so that the answer tells nothing more once it is
     * known: state goes, and all others are one, which is there because it matters whether a value comes from one input alone.
     */
    private synchronized Marks findTelling() {
        int now = changes;
        int current = Taint.test();
        Marks found = this;
        if (test != 0 && test != current || inputs.length == 0) {
            found = null;
        } else if (step == null) {
            int[] left = new int[inputs.length];
            int count = 0;
            for (int input : inputs) {
                Input one = Inputs.of(input);
                if (one.checkedIn != current) {
                    left[count++] = input;
                } else if (!one.isState() && (count == 0 || left[0] != Inputs.CHECKED)) {
                    System.arraycopy(left, 0, left, 1, count);
                    left[0] = Inputs.CHECKED;
                    count++;
                }
            }
            boolean isAll = Arrays.equals(left, 0, count, inputs, 0, inputs.length);
            found = count == 0 ? null : isAll ? this : shared(Arrays.copyOf(left, count), test, null);
        }
        telling = found;
        toldAfter = now;
        return found;
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
            known = findFollowed();
        }
        return known == NONE ? null : known;
    }

    private Marks findFollowed() {
        int[] left = Arrays.stream(inputs).filter(input -> !Inputs.of(input).isOwnField()).toArray();
        Marks found = left.length == 0 ? NONE : shared(left, test, step);
        followed = found;
        return found;
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

    /** Whether an assertion has looked at these marks there not long ago, so that nothing is new if it does so again, as in a loop. */
    boolean isCheckedAt(int assertion, int line, int current) {
        Check[] all = checks;
        Check last = all == null ? null : all[Check.place(assertion, line)];
        return last != null && last.assertion == assertion && last.line == line && last.test == current;
    }

    /** An assertion has looked at these marks. */
    void checkedAt(int assertion, int line, int current) {
        Check[] all = checks == null ? new Check[CHECKS] : checks;
        all[Check.place(assertion, line)] = new Check(assertion, line, current);
        checks = all;
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
