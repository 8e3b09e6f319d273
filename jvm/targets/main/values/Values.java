package values;

import java.util.function.IntSupplier;

/** A method for each result type of Table I; its test compares every result. */
public class Values {
    private final int seed;

    public Values(int seed) {
        this.seed = seed;
    }

    // tested: true detected (assertion), false detected (assertion)
    public boolean aBoolean(int limit) {
        return seed > limit;
    }

    // tested: (byte)0 detected (assertion), (byte)1 detected (assertion)
    public byte aByte() {
        return (byte) (seed + 1);
    }

    // tested: (short)0 detected (assertion), (short)1 detected (assertion)
    public short aShort() {
        return (short) (seed + 2);
    }

    // tested: ' ' detected (assertion), 'A' detected (assertion)
    public char aChar() {
        return (char) ('a' + seed);
    }

    // tested: 0 detected (assertion), 1 detected (assertion)
    public int anInt() {
        return seed + 3;
    }

    // tested: 0L detected (assertion), 1L detected (assertion)
    public long aLong(long much, double more) {
        return seed + much;
    }

    // tested: 0.0f detected (assertion), 1.0f detected (assertion)
    public float aFloat() {
        return seed + 0.5f;
    }

    // tested: 0.0 detected (assertion), 1.0 detected (assertion)
    public double aDouble() {
        return seed + 0.25;
    }

    // tested: null detected (assertion), "" detected (assertion), "A" detected (assertion)
    public String aString() {
        return "seed " + seed;
    }

    // tested: null detected (assertion), empty detected (assertion)
    public int[] anArray() {
        return new int[] {seed};
    }

    // tested: null detected (assertion), empty detected (assertion)
    public String[][] aMatrix() {
        return new String[][] {{aString()}, {}};
    }

    // tested: null detected (exception), 0 detected (assertion), 1 detected (assertion)
    public Integer aWrapper() {
        return seed + 4;
    }

    // tested: null detected (exception), true detected (assertion), false detected (assertion)
    public Boolean aFlag(int limit) {
        return seed > limit;
    }

    // tested: null detected (assertion)
    public Object anObject() {
        return this.seed > 0 ? this : null;
    }

    // tested: null detected (exception)
    public IntSupplier aLambda() {
        return () ->
                // tested: 0 detected (assertion), 1 detected (assertion)
                seed * 2;
    }

    // tested: 0 detected (assertion), 1 detected (assertion)
    static int startsWithALoop(int count) {
        do {
            count--;
        } while (count > 7);
        return count;
    }
}
