package fex.runtime;

import java.util.Arrays;

/**
 * Which mutant runs, and what instrumented code calls where an instruction can do something else: here, in {@link MutantMath} and in
 * {@link MutantJumps}.
 *
 * <p>All mutants of all methods are in the code at once, and at most one of them is chosen. What is called is so small that it is
 * compiled into the code that calls it; what a mutant does has methods of its own. As in {@link Probe}, the fields are neither volatile
 * nor atomic.
 */
public final class Mutant {
    // The numbers of mutators on the wire.
    static final int ALWAYS = 0;
    static final int NEVER = 1;
    static final int BOUNDARY = 2;
    static final int OPPOSITE = 3;
    static final int FIRST = 4;
    static final int SECOND = 5;
    static final int INCREMENTED = 6;
    static final int NEGATED = 7;
    static final int ZERO = 8;
    static final int ONE = 9;
    static final int REMOVED = 10;

    /** The site where something else is done, or -1. */
    static int chosen = -1;

    /** What is done there, or -1. */
    static int mutator = -1;

    /** Which sites ran since {@link #met()}. */
    static boolean[] met = new boolean[0];

    /** How many replacement bodies each method has. */
    private static int[] bodies = new int[0];

    /** The site of each mutant of each method. */
    private static int[][] sites = new int[0][];

    /** What each mutant of each method does there. */
    private static int[][] mutators = new int[0][];

    private Mutant() {}

    /** Makes room for so many sites, which are numbered from 0. No method has a mutant then, and none is chosen. */
    public static void makeRoom(int count) {
        met = new boolean[count];
        bodies = new int[0];
        sites = new int[0][];
        mutators = new int[0][];
        choose(-1, -1);
    }

    /**
     * Tells what {@link Probe#replace} has to know of the methods, in their order.
     *
     * @param bodiesOf how many replacement bodies each has; its mutants are numbered from there on
     * @param sitesOf the site of each of its mutants
     * @param mutatorsOf what each of its mutants does there, by its number on the wire
     */
    public static void declare(int[] bodiesOf, int[][] sitesOf, int[][] mutatorsOf) {
        bodies = bodiesOf;
        sites = sitesOf;
        mutators = mutatorsOf;
    }

    /** Has a site do something else; -1 and -1 for none. */
    public static void choose(int site, int by) {
        mutator = by;
        chosen = site;
    }

    /** Chooses a mutant of a method by its number, or none if that is the number of a body; returns whether it is a mutant. */
    static boolean chooseOf(int method, int number) {
        if (method < 0 || method >= bodies.length || number < bodies[method]) {
            choose(-1, -1);
            return false;
        }
        int mutant = number - bodies[method];
        choose(sites[method][mutant], mutators[method][mutant]);
        return true;
    }

    /** The sites that ran since the last call, in ascending order. */
    public static int[] met() {
        boolean[] marks = met;
        int[] ran = new int[marks.length];
        int count = 0;
        for (int site = 0; site < marks.length; site++) {
            if (marks[site]) {
                ran[count++] = site;
                marks[site] = false;
            }
        }
        return Arrays.copyOf(ran, count);
    }

    /** Called with a number that was pushed or is returned, or that a switch is about. */
    public static int value(int value, int site) {
        met[site] = true;
        return site == chosen ? other(value) : value;
    }

    /** The same. */
    public static long value(long value, int site) {
        met[site] = true;
        return site == chosen ? other(value) : value;
    }

    /** The same. */
    public static float value(float value, int site) {
        met[site] = true;
        return site == chosen ? other(value) : value;
    }

    /** The same. */
    public static double value(double value, int site) {
        met[site] = true;
        return site == chosen ? other(value) : value;
    }

    /** Called with an object that is returned. */
    public static Object value(Object value, int site) {
        met[site] = true;
        return site == chosen && mutator == ZERO ? null : value;
    }

    /** Called with a variable and what is added to it. */
    public static int increment(int value, int by, int site) {
        met[site] = true;
        return site == chosen ? incremented(value, by) : value + by;
    }

    /** Called in place of a call; returns whether it is not made. */
    public static boolean removes(int site) {
        met[site] = true;
        return site == chosen && mutator == REMOVED;
    }

    private static int incremented(int value, int by) {
        return switch (mutator) {
            case REMOVED -> value;
            case NEGATED -> value - by;
            default -> value + by;
        };
    }

    private static int other(int value) {
        return switch (mutator) {
            case INCREMENTED -> value + 1;
            case NEGATED -> -value;
            case ZERO -> 0;
            case ONE -> 1;
            default -> value;
        };
    }

    private static long other(long value) {
        return switch (mutator) {
            case INCREMENTED -> value + 1;
            case NEGATED -> -value;
            case ZERO -> 0;
            case ONE -> 1;
            default -> value;
        };
    }

    private static float other(float value) {
        return switch (mutator) {
            case INCREMENTED -> value + 1;
            case NEGATED -> -value;
            case ZERO -> 0;
            case ONE -> 1;
            default -> value;
        };
    }

    private static double other(double value) {
        return switch (mutator) {
            case INCREMENTED -> value + 1;
            case NEGATED -> -value;
            case ZERO -> 0;
            case ONE -> 1;
            default -> value;
        };
    }
}
