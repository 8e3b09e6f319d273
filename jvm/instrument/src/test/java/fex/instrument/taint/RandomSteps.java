package fex.instrument.taint;

import java.util.Random;

/** What a machine does in a random run, and what it came to: nothing of that has marks. */
public final class RandomSteps {
    /** How many numbers each step has. */
    private static final int NUMBERS = 6;

    private static int[] numbers = {};
    private static int checked;
    private static String seen;

    private RandomSteps() {}

    /** Draws the steps of a run. */
    static void draw(long seed, int count) {
        Random random = new Random(seed);
        numbers = random.ints((long) count * NUMBERS, 0, 5040).toArray();
        checked = random.nextInt(5040);
    }

    /** What the machine has checked since this was asked last, in words; {@code null} for nothing. */
    static String seen() {
        String last = seen;
        seen = null;
        return last;
    }

    /** How many steps there are. */
    public static int count() {
        return numbers.length / NUMBERS;
    }

    /** A number of a step. */
    public static int number(int step, int which) {
        return numbers[step * NUMBERS + which];
    }

    /** Says what is checked in the end. */
    public static int checked() {
        return checked;
    }

    /** The machine checks something. */
    public static void saw(Object value) {
        seen = value.getClass().getSimpleName() + " " + value;
    }

    /** What nothing is equal to. */
    public static Object nothing() {
        return RandomSteps.class;
    }
}
