package fex.runtime;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Random numbers that are the same whenever a test runs, whatever ran before it. Each thread of a test has its own, in the order in which
 * threads ask first; they are those of SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators, OOPSLA 2014).
 */
final class Chance {
    private static final long GAMMA = 0x9e3779b97f4a7c15L;

    /** How many bits of a number become the fraction of a {@code double}, and the distance of two such. */
    private static final int FRACTION = 53;

    private static final double DISTANCE = 0x1.0p-53;

    private final long seed;
    private volatile Test test;

    /** What belongs to a test. */
    private record Test(long seed, AtomicLong threads) {}

    /** The numbers of a thread in a test, or of an initialiser. */
    static final class Stream {
        final Test test;
        private long state;

        private Stream(Test test) {
            this.test = test;
            state = mixed(test.seed() + test.threads().incrementAndGet() * GAMMA);
        }

        long next() {
            state += GAMMA;
            return mixed(state);
        }
    }

    private final ThreadLocal<Stream> stream = new ThreadLocal<>();

    /** Numbers that begin with a seed. */
    Chance(long seed) {
        this.seed = seed;
        begin("");
    }

    /** A test begins, and with it other numbers. */
    void begin(String name) {
        test = named(name);
    }

    private Test named(String name) {
        return new Test(mixed(seed * GAMMA + name.hashCode()), new AtomicLong());
    }

    /** The numbers of the initialiser of a class, by its name. */
    Stream of(String type) {
        return new Stream(named(type));
    }

    /** The next 64 bits. */
    long next() {
        Initialisers.Running initialiser = Initialisers.innermost();
        if (initialiser != null) {
            return initialiser.numbers(this).next();
        }
        Test current = test;
        Stream mine = stream.get();
        if (mine == null || mine.test != current) {
            mine = new Stream(current);
            stream.set(mine);
        }
        return mine.next();
    }

    /** The next number from 0 on and less than 1, of which all have the same distance. */
    double fraction() {
        return (next() >>> (Long.SIZE - FRACTION)) * DISTANCE;
    }

    /** Fills an array. */
    void fill(byte[] bytes) {
        long bits = 0;
        for (int index = 0; index < bytes.length; index++) {
            bits = index % Long.BYTES == 0 ? next() : bits >>> Byte.SIZE;
            bytes[index] = (byte) bits;
        }
    }

    private static long mixed(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
