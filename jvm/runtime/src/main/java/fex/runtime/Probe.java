package fex.runtime;

/**
 * What instrumented code calls, and the switch that chooses what it does.
 *
 * <p>The fields are neither volatile nor atomic: the test and the code under it run on the same thread as a rule, and
 * lost counts of other threads do no harm, because what matters is whether a method was reached and whether a count is far
 * beyond the usual one.
 */
public final class Probe {
    /** How often each method was entered since {@link #reset}. */
    private static int[] hits = new int[0];

    /** The method whose body is replaced, or -1. */
    private static int active = -1;

    /** The replacement that runs in its place. */
    private static int replacement;

    /** How many more entries and loop turns are allowed. */
    private static long fuel = Long.MAX_VALUE;

    /** The fuel that was given. */
    private static long tank = Long.MAX_VALUE;

    private Probe() {}

    /**
     * Called first in every method that has replacements.
     *
     * @return the number of the replacement to run, or -1 for the method's own body
     */
    public static int enter(int method) {
        hits[method]++;
        if (--fuel < 0) {
            throw new HitLimit();
        }
        return method == active ? replacement : -1;
    }

    /** Called before every jump backwards. */
    public static void loop() {
        if (--fuel < 0) {
            throw new HitLimit();
        }
    }

    /** Makes room for the counts of so many methods; they are numbered from 0. */
    public static void methods(int count) {
        hits = new int[count];
    }

    /** Replaces the body of a method; -1 for none. */
    public static void replace(int method, int by) {
        replacement = by;
        active = method;
    }

    /** Allows so many entries and loop turns from now on. */
    public static void fuel(long amount) {
        tank = amount;
        fuel = amount;
    }

    /** How many entries and loop turns there were since {@link #fuel}. */
    public static long work() {
        return tank - fuel;
    }

    /** Whether the limit cut something off since {@link #fuel}. */
    public static boolean exhausted() {
        return fuel < 0;
    }

    /** The methods that were entered since the last call, in ascending order. */
    public static int[] reached() {
        int[] counts = hits;
        int found = 0;
        for (int count : counts) {
            if (count != 0) {
                found++;
            }
        }
        int[] methods = new int[found];
        for (int method = 0, next = 0; next < found; method++) {
            if (counts[method] != 0) {
                methods[next++] = method;
                counts[method] = 0;
            }
        }
        return methods;
    }
}
