package fex.runtime;

/**
 * What conditions are about: which way they go, and how far the other way was.
 *
 * <p>Distances are those of Korel, Automated Software Test Data Generation (1990), and Tracey et al. (1998): 0 if the condition is so, else
 * how far the operands are from that, plus 1.
 */
public final class Comparing {
    // Opcodes of the JVM.
    private static final int IFEQ = 153;
    private static final int IFNE = 154;
    private static final int IFLT = 155;
    private static final int IFGE = 156;
    private static final int IFGT = 157;
    private static final int IFLE = 158;
    private static final int IF_ICMPEQ = 159;
    private static final int IF_ACMPEQ = 165;
    private static final int IFNULL = 198;

    /** What was compared right before in this thread, by how much the first one is greater. */
    private static final ThreadLocal<double[]> DIFFERENCE = ThreadLocal.withInitial(() -> new double[1]);

    private Comparing() {}

    /** As the JVM compares, and remembered. */
    public static int compare(long left, long right) {
        if (BranchProbe.tellsDistances) {
            DIFFERENCE.get()[0] = (double) left - (double) right;
        }
        return Long.compare(left, right);
    }

    /** As the JVM compares, and remembered; another number where one of the two is not a number. */
    public static int compare(double left, double right, int otherwise) {
        if (BranchProbe.tellsDistances) {
            DIFFERENCE.get()[0] = left - right;
        }
        return left < right ? -1 : left > right ? 1 : left == right ? 0 : otherwise;
    }

    /** The same. */
    public static int compare(float left, float right, int otherwise) {
        return compare((double) left, (double) right, otherwise);
    }

    /** As the JDK compares, and remembered. */
    public static boolean equals(String one, Object other) {
        boolean areEqual = one.equals(other);
        if (BranchProbe.tellsDistances) {
            DIFFERENCE.get()[0] = areEqual ? 0 : other instanceof String text ? distance(one, text) : BIG;
        }
        return areEqual;
    }

    /** As the JDK compares, and remembered. */
    public static boolean equalsIgnoreCase(String one, String other) {
        boolean areEqual = one.equalsIgnoreCase(other);
        if (BranchProbe.tellsDistances) {
            DIFFERENCE.get()[0] = areEqual ? 0 : other == null ? BIG : distance(one.toLowerCase(), other.toLowerCase());
        }
        return areEqual;
    }

    /** As the JDK compares, and remembered. */
    public static boolean startsWith(String one, String other) {
        boolean starts = one.startsWith(other);
        if (BranchProbe.tellsDistances) {
            String begin = one.substring(0, Math.min(one.length(), other.length()));
            DIFFERENCE.get()[0] = starts ? 0 : distance(begin, other);
        }
        return starts;
    }

    /** As the JDK compares, and remembered. */
    public static boolean endsWith(String one, String other) {
        boolean ends = one.endsWith(other);
        if (BranchProbe.tellsDistances) {
            String end = one.substring(Math.max(0, one.length() - other.length()));
            DIFFERENCE.get()[0] = ends ? 0 : distance(end, other);
        }
        return ends;
    }

    private static double distance(String one, String other) {
        Asked.compared(one, other);
        return Texts.distance(one, other);
    }

    /** The distance of texts of which one is none. */
    private static final double BIG = 1 << 16;

    static void decide(Track track, int opcode, int left, int right, int branch) {
        boolean holds =
                switch (opcode >= IF_ICMPEQ ? opcode - IF_ICMPEQ + IFEQ : opcode) {
                    case IFEQ -> left == right;
                    case IFNE -> left != right;
                    case IFLT -> left < right;
                    case IFGE -> left >= right;
                    case IFGT -> left > right;
                    default -> left <= right;
                };
        BranchProbe.took(track, holds ? branch : branch + 1);
        if (BranchProbe.tellsDistances) {
            miss(track, opcode >= IF_ICMPEQ ? opcode - IF_ICMPEQ + IFEQ : opcode, (double) left - right, branch);
        }
    }

    static void decideCompared(Track track, int opcode, int value, int branch) {
        boolean holds =
                switch (opcode) {
                    case IFEQ -> value == 0;
                    case IFNE -> value != 0;
                    case IFLT -> value < 0;
                    case IFGE -> value >= 0;
                    case IFGT -> value > 0;
                    default -> value <= 0;
                };
        BranchProbe.took(track, holds ? branch : branch + 1);
        if (BranchProbe.tellsDistances) {
            miss(track, opcode, DIFFERENCE.get()[0], branch);
        }
    }

    /** A jump that asks whether texts are equal: 1 if they are. */
    static void decideEqual(Track track, int opcode, int value, int branch) {
        boolean holds = opcode == IFEQ ? value == 0 : value != 0;
        BranchProbe.took(track, holds ? branch : branch + 1);
        if (BranchProbe.tellsDistances) {
            double distance = DIFFERENCE.get()[0];
            int equal = opcode == IFEQ ? branch + 1 : branch;
            int unequal = opcode == IFEQ ? branch : branch + 1;
            BranchProbe.missed(track, equal, distance);
            BranchProbe.missed(track, unequal, distance == 0 ? 1 : 0);
        }
    }

    static void decide(Track track, int opcode, Object value, int branch) {
        boolean holds = opcode == IFNULL ? value == null : value != null;
        both(track, holds, branch);
    }

    static void decide(Track track, int opcode, Object left, Object right, int branch) {
        boolean holds = opcode == IF_ACMPEQ ? left == right : left != right;
        both(track, holds, branch);
    }

    private static void both(Track track, boolean holds, int branch) {
        BranchProbe.took(track, holds ? branch : branch + 1);
        if (BranchProbe.tellsDistances) {
            BranchProbe.missed(track, branch, holds ? 0 : 1);
            BranchProbe.missed(track, branch + 1, holds ? 1 : 0);
        }
    }

    /** How far a jump is from holding, and from failing. */
    private static void miss(Track track, int opcode, double difference, int branch) {
        double equal = Math.abs(difference);
        double unequal = difference == 0 ? 1 : 0;
        double less = difference < 0 ? 0 : difference + 1;
        double greaterOrEqual = difference >= 0 ? 0 : -difference;
        double greater = difference > 0 ? 0 : -difference + 1;
        double lessOrEqual = difference <= 0 ? 0 : difference;
        double holds =
                switch (opcode) {
                    case IFEQ -> equal;
                    case IFNE -> unequal;
                    case IFLT -> less;
                    case IFGE -> greaterOrEqual;
                    case IFGT -> greater;
                    default -> lessOrEqual;
                };
        double fails =
                switch (opcode) {
                    case IFEQ -> unequal;
                    case IFNE -> equal;
                    case IFLT -> greaterOrEqual;
                    case IFGE -> less;
                    case IFGT -> lessOrEqual;
                    default -> greater;
                };
        BranchProbe.missed(track, branch, holds);
        BranchProbe.missed(track, branch + 1, fails);
    }
}
