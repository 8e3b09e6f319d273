package build;

/** A counter with methods whose outcomes are recorded, and some whose outcomes cannot be. */
public final class Odd {
    private int count;

    /** Reads the counter. */
    public int get() {
        return count;
    }

    /** Sets the counter to twice a number, if that is small. */
    public String twice(int number) {
        if (number > 1) {
            throw new IllegalArgumentException("too large");
        }
        count = 2 * number;
        return "now " + count;
    }

    /** Says something else each time. */
    public long now() {
        return System.nanoTime();
    }

    /** Ends the program. */
    public void exit() {
        System.exit(count);
    }

    /** Never returns. */
    public void spin() {
        while (true) {
            Thread.onSpinWait();
        }
    }

    /** Has a contract. */
    public void clear() {
        count = 0;
    }
}
