package fex.runtime.taint;

/**
 * What surrounds a test, as far as code reads it: what the test has set itself, it controls. All that reads the same is one input. Its
 * value is not changed here, where others read it as it is; tests run in other surroundings instead. Instrumented code calls it.
 */
public final class Surroundings {
    /** What no test can set. */
    public static final int FIXED = 0;

    /** The system properties. */
    public static final int PROPERTIES = 1;

    /** The default locale. */
    public static final int LOCALE = 2;

    /** The default time zone. */
    public static final int ZONE = 3;

    /** The test that has set something last, each. */
    private static final int[] SETTING = new int[ZONE + 1];

    /** The marks of what tests have set. */
    private static final Marks[] SET = new Marks[ZONE + 1];

    private Surroundings() {}

    /** Something is set. */
    public static synchronized void set(int which, Marks marks) {
        int test = Taint.test();
        SET[which] = SETTING[which] == test ? Marks.union(SET[which], marks) : marks;
        SETTING[which] = test;
    }

    /** The marks of what is read: its own, if the test has not set it. */
    public static Marks read(int which, int input) {
        synchronized (Surroundings.class) {
            if (which != FIXED && SETTING[which] == Taint.test()) {
                return SET[which];
            }
        }
        Inputs.of(input).meet(Taint.test());
        return Taint.mark(input);
    }
}
