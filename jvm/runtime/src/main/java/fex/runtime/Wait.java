package fex.runtime;

import java.util.concurrent.locks.LockSupport;

/**
 * A thread that waits for a time of the {@link HeldClock}.
 *
 * <p>It is told that the time has come by the monitor at which it waits, or else by letting it go on; whoever else waits at that
 * monitor wakes, too, as it may at any time.
 */
final class Wait {
    /** A monitor that no program has. */
    static final class Bed {
        private synchronized void leave() {
            notifyAll();
        }
    }

    final Thread thread = Thread.currentThread();

    /** When it wakes at the latest, by the held clock. */
    final long wake;

    /** Whether somebody wants the time to come: a thread of a pool that ends if it gets no work does not. */
    final boolean isWanted;

    /** Whether it has been told. */
    volatile boolean isOver;

    /** Who tells it by a monitor that others may have; {@code null} if nobody does. */
    volatile Thread herald;

    private final Object monitor;

    /** For how long it waits at most since when, in nanoseconds by the clock of the machine. */
    private final long most;

    /** How much of that it waits only for others that have something to do. */
    final long patience;

    private final long since = System.nanoTime();

    /**
     * One of this thread, which begins now.
     *
     * @param monitor where it waits; {@code null} if somebody lets it go on
     * @param wake when it wakes at the latest, by the held clock
     * @param duration for how many nanoseconds it waits
     * @param patience for how many nanoseconds it waits longer, by the clock of the machine, while others have something to do
     * @param isWanted whether somebody wants the time to come
     */
    Wait(Object monitor, long wake, long duration, long patience, boolean isWanted) {
        this.monitor = monitor;
        this.wake = wake;
        this.most = duration + patience;
        this.patience = patience;
        this.isWanted = isWanted;
    }

    /** How much is left of it by the clock of the machine, in nanoseconds. */
    long left() {
        return most - (System.nanoTime() - since);
    }

    /** Says that the time has come. */
    void tell() {
        isOver = true;
        if (monitor == null) {
            LockSupport.unpark(thread);
        } else if (monitor instanceof Bed bed) {
            bed.leave();
        } else {
            herald = Idleness.daemon("fex herald", () -> {
                synchronized (monitor) {
                    monitor.notifyAll();
                }
            });
            herald.start();
        }
    }
}
