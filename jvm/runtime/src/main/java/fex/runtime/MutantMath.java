package fex.runtime;

/**
 * What instrumented code calls in place of an operation on numbers that can be another one. Each method is named like its instruction and
 * does the same, unless its site is chosen.
 */
public final class MutantMath {
    private MutantMath() {}

    // Those that are negated have one operand, and can give it as it is.

    public static int neg(int value, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen && Mutant.mutator == Mutant.FIRST ? value : -value;
    }

    public static long neg(long value, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen && Mutant.mutator == Mutant.FIRST ? value : -value;
    }

    public static float neg(float value, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen && Mutant.mutator == Mutant.FIRST ? value : -value;
    }

    public static double neg(double value, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen && Mutant.mutator == Mutant.FIRST ? value : -value;
    }

    public static int add(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a - b) : a + b;
    }

    public static int sub(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a + b) : a - b;
    }

    public static int mul(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? ofProduct(a, b) : a * b;
    }

    public static int div(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a * b) : a / b;
    }

    public static int rem(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a * b) : a % b;
    }

    public static int shl(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a >> b) : a << b;
    }

    public static int shr(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a << b) : a >> b;
    }

    public static int ushr(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a << b) : a >>> b;
    }

    public static int and(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a | b) : a & b;
    }

    public static int or(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a & b) : a | b;
    }

    public static int xor(int a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a & b) : a ^ b;
    }

    public static long add(long a, long b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a - b) : a + b;
    }

    public static long sub(long a, long b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a + b) : a - b;
    }

    public static long mul(long a, long b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? ofProduct(a, b) : a * b;
    }

    public static long div(long a, long b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a * b) : a / b;
    }

    public static long rem(long a, long b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a * b) : a % b;
    }

    public static long shl(long a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? ofShift(a, a >> b, a << b) : a << b;
    }

    public static long shr(long a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? ofShift(a, a << b, a >> b) : a >> b;
    }

    public static long ushr(long a, int b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? ofShift(a, a << b, a >>> b) : a >>> b;
    }

    public static long and(long a, long b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a | b) : a & b;
    }

    public static long or(long a, long b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a & b) : a | b;
    }

    public static long xor(long a, long b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a & b) : a ^ b;
    }

    public static float add(float a, float b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a - b) : a + b;
    }

    public static float sub(float a, float b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a + b) : a - b;
    }

    public static float mul(float a, float b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a / b) : a * b;
    }

    public static float div(float a, float b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a * b) : a / b;
    }

    public static float rem(float a, float b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a * b) : a % b;
    }

    public static double add(double a, double b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a - b) : a + b;
    }

    public static double sub(double a, double b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a + b) : a - b;
    }

    public static double mul(double a, double b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a / b) : a * b;
    }

    public static double div(double a, double b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a * b) : a / b;
    }

    public static double rem(double a, double b, int site) {
        Mutant.met[site] = true;
        return site == Mutant.chosen ? other(a, b, a * b) : a % b;
    }

    /** What is divided only where a quotient is asked for, because that can fail. */
    private static int ofProduct(int a, int b) {
        return Mutant.mutator == Mutant.OPPOSITE ? a / b : other(a, b, 0);
    }

    /** What is divided only where a quotient is asked for, because that can fail. */
    private static long ofProduct(long a, long b) {
        return Mutant.mutator == Mutant.OPPOSITE ? a / b : other(a, b, 0);
    }

    /** The distance of a shift is no long. */
    private static long ofShift(long value, long opposite, long itself) {
        return switch (Mutant.mutator) {
            case Mutant.OPPOSITE -> opposite;
            case Mutant.FIRST -> value;
            default -> itself;
        };
    }

    private static int other(int first, int second, int opposite) {
        return switch (Mutant.mutator) {
            case Mutant.FIRST -> first;
            case Mutant.SECOND -> second;
            default -> opposite;
        };
    }

    private static long other(long first, long second, long opposite) {
        return switch (Mutant.mutator) {
            case Mutant.FIRST -> first;
            case Mutant.SECOND -> second;
            default -> opposite;
        };
    }

    private static float other(float first, float second, float opposite) {
        return switch (Mutant.mutator) {
            case Mutant.FIRST -> first;
            case Mutant.SECOND -> second;
            default -> opposite;
        };
    }

    private static double other(double first, double second, double opposite) {
        return switch (Mutant.mutator) {
            case Mutant.FIRST -> first;
            case Mutant.SECOND -> second;
            default -> opposite;
        };
    }
}
