package fex.runtime;

import java.util.Arrays;
import java.util.BitSet;

/**
 * What instrumented code calls, and the switch that chooses what it does.
 *
 * <p>The fields are neither volatile nor atomic: the test and the code under it run on the same thread as a rule, and
 * lost counts of other threads do no harm, because what matters is whether a method was reached and whether a count is far
 * beyond the usual one.
 */
public final class Probe {
    /** How often each method was entered since {@link #reached}. */
    private static int[] hits = new int[0];

    /** For each followed class, the methods that were ever entered while it was initialised; null if none. */
    private static BitSet[] initialisers = new BitSet[0];

    /** For each followed class, whether it was used since {@link #reached}. */
    private static boolean[] used = new boolean[0];

    /** The followed classes that are being initialised, the innermost last. */
    private static int[] initialising = new int[16];

    private static int depth;

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
        if (depth > 0) {
            initialises(method);
        }
        if (--fuel < 0) {
            throw new HitLimit();
        }
        return method == active ? replacement : -1;
    }

    /** What takes as long as so many loop turns; the next of these may be one too many. */
    static void spend(long amount) {
        fuel -= amount;
    }

    /** Called before every jump backwards. */
    public static void loop() {
        if (--fuel < 0) {
            throw new HitLimit();
        }
    }

    /** Called first in every initialiser of a followed class. */
    public static synchronized void initialise(int type) {
        if (depth == initialising.length) {
            initialising = Arrays.copyOf(initialising, 2 * depth);
        }
        initialising[depth++] = type;
        used[type] = true;
    }

    /** Called last in every initialiser of a followed class, also if it throws. */
    public static synchronized void initialised() {
        depth--;
    }

    /** Called where a followed class is used: in its methods and constructors, and at its static fields. */
    public static void use(int type) {
        used[type] = true;
        if (depth > 0) {
            uses(type);
        }
    }

    /** A class that is used by an initialiser would be initialised by it, had it not been before. */
    private static synchronized void uses(int type) {
        if (initialisers[type] != null) {
            for (int method : initialisers[type].stream().toArray()) {
                initialises(method);
            }
        }
    }

    /** What a class computes when it is initialised is seen by everyone who uses the class later. */
    private static synchronized void initialises(int method) {
        for (int level = 0; level < depth; level++) {
            int type = initialising[level];
            if (initialisers[type] == null) {
                initialisers[type] = new BitSet();
            }
            initialisers[type].set(method);
        }
    }

    /**
     * Makes room for so many methods and so many followed classes; they are numbered from 0. No method has a mutant until {@link
     * Mutant#declare} tells of some.
     */
    public static void makeRoom(int methods, int types) {
        Mutant.makeRoom(0);
        hits = new int[methods];
        initialisers = new BitSet[types];
        used = new boolean[types];
    }

    /**
     * Replaces the body of a method, or has one of its instructions do something else; -1 for none.
     *
     * @param by the number of the body; from that of the last one on, that of a mutant, in the order in which they were declared
     */
    public static void replace(int method, int by) {
        boolean isMutant = Mutant.chooseOf(method, by);
        replacement = by;
        active = isMutant ? -1 : method;
    }

    /** Allows so many entries and loop turns from now on. */
    public static void fuel(long amount) {
        tank = amount;
        fuel = amount;
    }

    /** Allows so many for what is no part of the program; returns what is left of the fuel, for {@link #giveBack}. */
    static long lend(long amount) {
        long left = fuel;
        fuel = amount;
        return left;
    }

    /** Goes on with what was left. */
    static void giveBack(long left) {
        fuel = left;
    }

    /** Allows none any more: the next one cuts off. */
    static void exhaust() {
        fuel = -1;
    }

    /** How many entries and loop turns there were since {@link #fuel}. */
    public static long work() {
        return tank - fuel;
    }

    /** Whether the limit cut something off since {@link #fuel}. */
    public static boolean exhausted() {
        return fuel < 0;
    }

    /** The methods that were entered, by number, and those that initialised what was used. */
    public record Reached(int[] methods, int[] initialising) {}

    /**
     * What was reached since the last call, in ascending order: methods that were entered; and among them those that ran, then
     * or earlier, while a class was initialised that was used since.
     */
    public static Reached reached() {
        BitSet methods = new BitSet();
        int[] counts = hits;
        for (int method = 0; method < counts.length; method++) {
            if (counts[method] != 0) {
                methods.set(method);
                counts[method] = 0;
            }
        }
        BitSet initialising = new BitSet();
        for (int type = 0; type < used.length; type++) {
            if (used[type] && initialisers[type] != null) {
                initialising.or(initialisers[type]);
            }
            used[type] = false;
        }
        methods.or(initialising);
        return new Reached(methods.stream().toArray(), initialising.stream().toArray());
    }
}
