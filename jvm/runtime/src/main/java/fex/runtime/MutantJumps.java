package fex.runtime;

/**
 * What instrumented code calls in place of a comparison that a jump depends on. Each method tells whether to jump; that is what it is named
 * after, unless its site is chosen.
 */
public final class MutantJumps {
    private static final int EQUAL = 0;
    private static final int UNEQUAL = 1;
    private static final int LESS = 2;
    private static final int AT_LEAST = 3;
    private static final int GREATER = 4;
    private static final int AT_MOST = 5;

    private MutantJumps() {}

    // A number is compared with 0.

    public static boolean equal(int a, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? jumps(a, 0, EQUAL) : a == 0;
    }

    public static boolean unequal(int a, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? jumps(a, 0, UNEQUAL) : a != 0;
    }

    public static boolean less(int a, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? jumps(a, 0, LESS) : a < 0;
    }

    public static boolean atLeast(int a, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? jumps(a, 0, AT_LEAST) : a >= 0;
    }

    public static boolean greater(int a, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? jumps(a, 0, GREATER) : a > 0;
    }

    public static boolean atMost(int a, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? jumps(a, 0, AT_MOST) : a <= 0;
    }

    // Numbers are compared with each other.

    public static boolean equal(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? jumps(a, b, EQUAL) : a == b;
    }

    public static boolean unequal(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? jumps(a, b, UNEQUAL) : a != b;
    }

    public static boolean less(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? jumps(a, b, LESS) : a < b;
    }

    public static boolean atLeast(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? jumps(a, b, AT_LEAST) : a >= b;
    }

    public static boolean greater(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? jumps(a, b, GREATER) : a > b;
    }

    public static boolean atMost(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? jumps(a, b, AT_MOST) : a <= b;
    }

    // So are objects.

    public static boolean same(Object a, Object b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? isAlways() : a == b;
    }

    public static boolean different(Object a, Object b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? isAlways() : a != b;
    }

    public static boolean isNull(Object a, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? isAlways() : a == null;
    }

    public static boolean isNotNull(Object a, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? isAlways() : a != null;
    }

    private static boolean isAlways() {
        return Mutant.mutator == Mutant.ALWAYS;
    }

    private static boolean jumps(int a, int b, int comparison) {
        return switch (Mutant.mutator) {
            case Mutant.ALWAYS -> true;
            case Mutant.NEVER -> false;
            default -> atBoundary(a, b, comparison);
        };
    }

    /** A comparison that takes in its boundary if it leaves it out, and the other way round. */
    private static boolean atBoundary(int a, int b, int comparison) {
        return switch (comparison) {
            case EQUAL -> a == b;
            case UNEQUAL -> a != b;
            case LESS -> a <= b;
            case AT_LEAST -> a > b;
            case GREATER -> a >= b;
            case AT_MOST -> a < b;
            default -> throw new IllegalArgumentException("no comparison");
        };
    }
}
