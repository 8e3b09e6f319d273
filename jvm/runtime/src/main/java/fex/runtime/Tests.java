package fex.runtime;

import java.util.concurrent.atomic.AtomicInteger;

/** Which test runs, and in which thread something happens, as events name them. */
public final class Tests {
    private static final AtomicInteger THREADS = new AtomicInteger();

    private static final ThreadLocal<Integer> THREAD = ThreadLocal.withInitial(THREADS::getAndIncrement);

    private static int begun;

    private static volatile int current;

    private Tests() {}

    /** A test begins; returns its number. */
    public static int begin() {
        begun++;
        current = begun;
        return begun;
    }

    /** The test has ended. */
    public static void end() {
        current = 0;
    }

    /** The number of the test; 0 where none runs. */
    static int current() {
        return current;
    }

    /** The number of this thread. */
    static int thread() {
        return THREAD.get();
    }
}
