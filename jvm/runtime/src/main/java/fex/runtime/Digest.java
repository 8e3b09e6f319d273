package fex.runtime;

/** A number of 64 bits for a row of values, the same in every JVM; rows that differ have the same one by an accident of 1 in 2^64. */
final class Digest {
    private long state;

    /** Forgets all values. */
    void reset() {
        state = 0x9E3779B97F4A7C15L;
    }

    void add(long value) {
        state = Long.rotateLeft(state ^ value * 0xBF58476D1CE4E5B9L, 29) * 0x94D049BB133111EBL + 0x2545F4914F6CDD1DL;
    }

    void add(CharSequence text) {
        int length = text.length();
        add(length);
        for (int index = 0; index < length; index++) {
            add(text.charAt(index));
        }
    }

    /** That of all values so far. */
    long value() {
        long mixed = (state ^ state >>> 31) * 0xD6E8FEB86659FD93L;
        return mixed ^ mixed >>> 32;
    }

    static long of(CharSequence text) {
        Digest digest = new Digest();
        digest.reset();
        digest.add(text);
        return digest.value();
    }
}
