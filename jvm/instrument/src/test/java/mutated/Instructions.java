package mutated;

import java.util.ArrayList;
import java.util.List;

/** One method for each instruction that can do something else. What is compared is "yes" or "no". */
public class Instructions {
    private static final int LARGE = 100_000;

    /** What was called. */
    public static final List<String> CALLED = new ArrayList<>();

    static boolean staticZ = true;
    static byte staticB = -128;
    static char staticC = 65_535;
    static short staticS = 32_767;
    static int staticI = Integer.MAX_VALUE;
    static long staticJ = Long.MIN_VALUE;
    static float staticF = 0.5f;
    static double staticD = -0.25;

    boolean heldZ;
    byte heldB = 127;
    char heldC = 'c';
    short heldS = -32_768;
    int heldI = Integer.MIN_VALUE;
    long heldJ = Long.MAX_VALUE;
    float heldF = -2.5f;
    double heldD = 1e300;

    public static String equalZero(int a) {
        return a == 0 ? "yes" : "no";
    }

    public static String unequalZero(int a) {
        return a != 0 ? "yes" : "no";
    }

    public static String lessZero(int a) {
        return a < 0 ? "yes" : "no";
    }

    public static String atLeastZero(int a) {
        return a >= 0 ? "yes" : "no";
    }

    public static String greaterZero(int a) {
        return a > 0 ? "yes" : "no";
    }

    public static String atMostZero(int a) {
        return a <= 0 ? "yes" : "no";
    }

    public static String equal(int a, int b) {
        return a == b ? "yes" : "no";
    }

    public static String unequal(int a, int b) {
        return a != b ? "yes" : "no";
    }

    public static String less(int a, int b) {
        return a < b ? "yes" : "no";
    }

    public static String atLeast(int a, int b) {
        return a >= b ? "yes" : "no";
    }

    public static String greater(int a, int b) {
        return a > b ? "yes" : "no";
    }

    public static String atMost(int a, int b) {
        return a <= b ? "yes" : "no";
    }

    public static String same(Object a, Object b) {
        return a == b ? "yes" : "no";
    }

    public static String different(Object a, Object b) {
        return a != b ? "yes" : "no";
    }

    public static String isNull(Object a) {
        return a == null ? "yes" : "no";
    }

    public static String isNotNull(Object a) {
        return a != null ? "yes" : "no";
    }

    public static int addI(int a, int b) {
        return a + b;
    }

    public static int subI(int a, int b) {
        return a - b;
    }

    public static int mulI(int a, int b) {
        return a * b;
    }

    public static int divI(int a, int b) {
        return a / b;
    }

    public static int remI(int a, int b) {
        return a % b;
    }

    public static int negI(int a) {
        return -a;
    }

    public static long addJ(long a, long b) {
        return a + b;
    }

    public static long subJ(long a, long b) {
        return a - b;
    }

    public static long mulJ(long a, long b) {
        return a * b;
    }

    public static long divJ(long a, long b) {
        return a / b;
    }

    public static long remJ(long a, long b) {
        return a % b;
    }

    public static long negJ(long a) {
        return -a;
    }

    public static float addF(float a, float b) {
        return a + b;
    }

    public static float subF(float a, float b) {
        return a - b;
    }

    public static float mulF(float a, float b) {
        return a * b;
    }

    public static float divF(float a, float b) {
        return a / b;
    }

    public static float remF(float a, float b) {
        return a % b;
    }

    public static float negF(float a) {
        return -a;
    }

    public static double addD(double a, double b) {
        return a + b;
    }

    public static double subD(double a, double b) {
        return a - b;
    }

    public static double mulD(double a, double b) {
        return a * b;
    }

    public static double divD(double a, double b) {
        return a / b;
    }

    public static double remD(double a, double b) {
        return a % b;
    }

    public static double negD(double a) {
        return -a;
    }

    public static int shlI(int a, int b) {
        return a << b;
    }

    public static int shrI(int a, int b) {
        return a >> b;
    }

    public static int ushrI(int a, int b) {
        return a >>> b;
    }

    public static int andI(int a, int b) {
        return a & b;
    }

    public static int orI(int a, int b) {
        return a | b;
    }

    public static int xorI(int a, int b) {
        return a ^ b;
    }

    public static long shlJ(long a, int b) {
        return a << b;
    }

    public static long shrJ(long a, int b) {
        return a >> b;
    }

    public static long ushrJ(long a, int b) {
        return a >>> b;
    }

    public static long andJ(long a, long b) {
        return a & b;
    }

    public static long orJ(long a, long b) {
        return a | b;
    }

    public static long xorJ(long a, long b) {
        return a ^ b;
    }

    public static int increment(int a) {
        a += 5;
        return a;
    }

    public static int incrementFar(int a) {
        a -= 1000;
        return a;
    }

    public static int intM1() {
        return -1;
    }

    public static int int0() {
        return 0;
    }

    public static int int1() {
        return 1;
    }

    public static int int2() {
        return 2;
    }

    public static int int3() {
        return 3;
    }

    public static int int4() {
        return 4;
    }

    public static int int5() {
        return 5;
    }

    public static int byteI() {
        return -100;
    }

    public static int shortI() {
        return 1000;
    }

    public static int largeI() {
        return LARGE;
    }

    public static long long0() {
        return 0;
    }

    public static long long1() {
        return 1;
    }

    public static long largeJ() {
        return 7L;
    }

    public static float float0() {
        return 0;
    }

    public static float float1() {
        return 1;
    }

    public static float float2() {
        return 2;
    }

    public static float largeF() {
        return 2.5f;
    }

    public static double double0() {
        return 0;
    }

    public static double double1() {
        return 1;
    }

    public static double largeD() {
        return 2.5;
    }

    public static int loadI(int a) {
        return a;
    }

    public static long loadJ(long a) {
        return a;
    }

    public static float loadF(float a) {
        return a;
    }

    public static double loadD(double a) {
        return a;
    }

    public static String getStaticZ() {
        return staticZ ? "yes" : "no";
    }

    public String getFieldZ() {
        return heldZ ? "yes" : "no";
    }

    public static int getStaticB() {
        return staticB;
    }

    public int getFieldB() {
        return heldB;
    }

    public static int getStaticC() {
        return staticC;
    }

    public int getFieldC() {
        return heldC;
    }

    public static int getStaticS() {
        return staticS;
    }

    public int getFieldS() {
        return heldS;
    }

    public static int getStaticI() {
        return staticI;
    }

    public int getFieldI() {
        return heldI;
    }

    public static long getStaticJ() {
        return staticJ;
    }

    public long getFieldJ() {
        return heldJ;
    }

    public static float getStaticF() {
        return staticF;
    }

    public float getFieldF() {
        return heldF;
    }

    public static double getStaticD() {
        return staticD;
    }

    public double getFieldD() {
        return heldD;
    }

    public static int elementB(byte[] a) {
        return a[0];
    }

    public static int elementC(char[] a) {
        return a[0];
    }

    public static int elementS(short[] a) {
        return a[0];
    }

    public static int elementI(int[] a) {
        return a[0];
    }

    public static long elementJ(long[] a) {
        return a[0];
    }

    public static float elementF(float[] a) {
        return a[0];
    }

    public static double elementD(double[] a) {
        return a[0];
    }

    public static String elementZ(boolean[] a) {
        return a[0] ? "yes" : "no";
    }

    public static boolean truth(boolean a) {
        return a;
    }

    public static byte narrowB(byte a) {
        return a;
    }

    public static char narrowC(char a) {
        return a;
    }

    public static short narrowS(short a) {
        return a;
    }

    public static Object object(Object a) {
        return a;
    }

    public static String text(String a) {
        return a;
    }

    public static int[] array(int[] a) {
        return a;
    }

    public static Runnable ofInterface(Runnable a) {
        return a;
    }

    public static String near(int a) {
        switch (a) {
            case 1:
                return "one";
            case 2:
                return "two";
            case 3:
                return "three";
            default:
                return "other";
        }
    }

    public static String far(int a) {
        switch (a) {
            case 1:
                return "one";
            case 1000:
                return "thousand";
            default:
                return "other";
        }
    }

    /** Something to call. */
    public interface Callee {
        default double ofInterface(double value, long wide) {
            CALLED.add("ofInterface");
            return value + wide;
        }

        static float staticOfInterface(float value) {
            CALLED.add("staticOfInterface");
            return value;
        }
    }

    /** Something to call that has a type of its own. */
    public static class Called implements Callee {
        void nothing() {
            CALLED.add("nothing");
        }

        private boolean isPrivate(boolean value) {
            CALLED.add("isPrivate");
            return value;
        }

        protected char ofClass(char value) {
            CALLED.add("ofClass");
            return value;
        }

        Called itself() {
            CALLED.add("itself");
            return this;
        }

        static long statically(int value, long wide) {
            CALLED.add("statically");
            return value + wide;
        }

        static int[] array(int size) {
            CALLED.add("array");
            return new int[size];
        }
    }

    public static String callNothing(Called on) {
        on.nothing();
        return "done";
    }

    public static boolean callIsPrivate(Called on, boolean value) {
        return on.isPrivate(value);
    }

    public static char callOfClass(Called on, char value) {
        return on.ofClass(value);
    }

    public static Called callItself(Called on) {
        return on.itself();
    }

    public static long callStatically(int value, long wide) {
        return Called.statically(value, wide);
    }

    public static int[] callArray(int size) {
        return Called.array(size);
    }

    public static double callOfInterface(Callee on, double value, long wide) {
        return on.ofInterface(value, wide);
    }

    public static float callStaticOfInterface(float value) {
        return Callee.staticOfInterface(value);
    }

    public static int callLength(String text) {
        return text.length();
    }

    /** A call that has to stay as it is. */
    public static int[] copy(int[] of) {
        return of.clone();
    }

    public static long clock() {
        return System.nanoTime();
    }

    public static int twoWays(int a) {
        if (a > 0) {
            return a + 1;
        }
        return a - 1;
    }

    /** Something that is built. */
    public static class Base {
        public final int given;

        Base(int given) {
            this.given = given;
        }
    }

    /** An operation before there is an object, and another one afterwards. */
    public static class Built extends Base {
        public final int own;

        public Built(int number) {
            super(number + (number > 0 ? new Base(number).given : 10));
            own = number + 20;
        }
    }
}
