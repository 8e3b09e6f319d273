package fex.runtime;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The initialisers of classes that threads are in, as far as their classes are instrumented.
 *
 * <p>Which test initialises a class hangs on the order of tests. So what an initialiser gets of the virtual environment is the same
 * whichever that is, and makes nothing of the test's other: random numbers of its own, the instant at which tests begin, and
 * numbers of threads from the first on.
 */
final class Initialisers {
    /** One that runs. */
    static final class Running {
        private final Class<?> type;
        private Chance.Stream numbers;
        private int threads;
        private int pools;

        Running(Class<?> type) {
            this.type = type;
        }

        /** Its random numbers. */
        Chance.Stream numbers(Chance chance) {
            if (numbers == null) {
                numbers = chance.of(type.getName());
            }
            return numbers;
        }

        /** The number of a thread that nobody named. */
        int threadNumber() {
            return threads++;
        }

        /** The number of a pool whose threads nobody named. */
        int poolNumber() {
            return ++pools;
        }
    }

    private static final ThreadLocal<Deque<Running>> RUNNING = new ThreadLocal<>();

    private Initialisers() {}

    /** This thread begins to initialise a class. */
    static void begin(Class<?> type) {
        Deque<Running> running = RUNNING.get();
        if (running == null) {
            running = new ArrayDeque<>();
            RUNNING.set(running);
        }
        running.push(new Running(type));
    }

    /** It is done with the last one. */
    static void end() {
        Deque<Running> running = RUNNING.get();
        running.pop();
        if (running.isEmpty()) {
            RUNNING.remove();
        }
    }

    /** The innermost one that this thread is in; {@code null} if it is in none. */
    static Running innermost() {
        Deque<Running> running = RUNNING.get();
        return running == null ? null : running.peek();
    }
}
