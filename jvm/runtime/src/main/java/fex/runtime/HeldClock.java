package fex.runtime;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A clock that shows the same instant when each test begins, and then goes on as it is read and as threads wait, not as time passes.
 *
 * <p>A thread that waits for a time does so only until no other thread has anything left to do ({@link Idleness}). Then the clock goes on to the
 * time at which the first one is to wake, and that one wakes. So what it waits for is done by then where other threads do it, however busy the
 * machine is; what another process or machine does nobody sees. Where others never come to an end, it waits no longer than it would, but for
 * the first few seconds.
 */
final class HeldClock {
    /** By how much it goes on when it is read, in nanoseconds. */
    private static final long TICK = 1_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** What it shows as nanoseconds at first: some programs take 0 for a time that was never set. */
    private static final long FIRST = 1_000_000_000;

    /** How often in a row nobody has to have anything to do: one thread may hand on to another while both are looked at. */
    private static final int ROUNDS = 3;

    /** How long it takes until they are looked at again, in nanoseconds; the first times, and then in milliseconds. */
    private static final long PAUSE = 50_000;

    private static final int SHORT_PAUSES = 40;
    private static final int LONG_PAUSE = 1;

    /**
     * How many loop turns waiting for a time counts as: it takes about as long as a thousand, and on a busy machine, where the driver has to get its
     * turn, several times that.
     */
    private static final long TURNS = 4_000;

    /** How much longer than they would all threads together wait for others that have something to do and come to no end, in nanoseconds. */
    private static final long PATIENCE = 2_000_000_000;

    /** How much of that one thread waits at once. */
    private static final long PATIENCE_AT_ONCE = 500_000_000;

    /** What it shows when a test begins, in milliseconds since 1970. */
    private volatile long instant;

    /** What it shows as nanoseconds; that never goes back. */
    private final AtomicLong nanos = new AtomicLong(FIRST);

    /**
     * An instant that it shows.
     *
     * @param millis the milliseconds since 1970
     * @param rest the nanoseconds after these
     * @param since what it shows as nanoseconds then: when it is read next
     */
    private record Shown(long millis, long rest, long since) {}

    /** What it showed when the test began, or when the test had it show something else. */
    private volatile Shown shown = new Shown(0, 0, FIRST);

    /** Who waits for a time. */
    private final Map<Thread, Wait> waits = new ConcurrentHashMap<>();

    private final Idleness idleness = new Idleness(waits);

    /** How much is left of {@link #PATIENCE}. */
    private final AtomicLong patience = new AtomicLong(PATIENCE);

    /** The thread that runs tests. */
    private final Thread tests = Thread.currentThread();

    /** The thread that has the clock go on. */
    private final Thread driver = Idleness.daemon("fex clock", this::drive);

    /** A clock for tests that this thread runs. */
    HeldClock() {
        driver.start();
    }

    /** Shows an instant, in milliseconds since 1970, when a test begins. */
    void beginAt(long millis) {
        instant = millis;
    }

    /** A test begins. */
    void begin() {
        shown = new Shown(instant, 0, nanos.get() + TICK);
        idleness.forget();
    }

    /** Shows an instant now; nobody who waits waits for more or less. */
    void show(Instant now) {
        shown = new Shown(now.toEpochMilli(), now.getNano() % NANOS_PER_MILLI, nanos.get() + TICK);
    }

    /** Goes on by some nanoseconds. */
    void advance(long duration) {
        nanos.addAndGet(duration);
        LockSupport.unpark(driver);
    }

    /** What {@link System#nanoTime} tells. */
    long nanos() {
        return Initialisers.innermost() == null ? tick() : nanos.get();
    }

    private long tick() {
        return nanos.addAndGet(TICK);
    }

    /** The same for whoever waits, which reads it as often as it likes. */
    long waitingNanos() {
        return nanos.incrementAndGet();
    }

    /** What {@link System#currentTimeMillis} tells. */
    long millis() {
        return Initialisers.innermost() == null ? millis(tick()) : instant;
    }

    /** The same for whoever waits. */
    long waitingMillis() {
        return millis(waitingNanos());
    }

    private long millis(long now) {
        Shown last = shown;
        return last.millis() + (last.rest() + now - last.since()) / NANOS_PER_MILLI;
    }

    /** What {@link Instant#now} tells. */
    Instant instant() {
        if (Initialisers.innermost() != null) {
            return Instant.ofEpochMilli(instant);
        }
        Shown last = shown;
        return Instant.ofEpochMilli(last.millis()).plusNanos(last.rest() + tick() - last.since());
    }

    /** How long it is until an instant in milliseconds since 1970, in nanoseconds, or as long as can be said. */
    long until(long millis) {
        Shown last = shown;
        return TimeUnit.MILLISECONDS.toNanos(millis - last.millis()) - last.rest() - (nanos.get() - last.since());
    }

    /** Which threads have anything to do. */
    Idleness idleness() {
        return idleness;
    }

    /**
     * This thread begins to wait until another one lets it go on, or for some nanoseconds.
     *
     * @return for how many nanoseconds it does so by the clock of the machine
     */
    long park(long duration, boolean isWanted) {
        return enter(null, duration, isWanted).left();
    }

    /** Whether this thread waits for a time. */
    boolean isWaiting() {
        return waits.containsKey(Thread.currentThread());
    }

    /** This thread no longer waits. */
    void leave() {
        Wait wait = waits.remove(Thread.currentThread());
        if (wait != null && wait.left() <= 0) {
            // Nobody has waited for what waits beside a test that computes.
            if (wait.thread == tests || tests.getState() != Thread.State.RUNNABLE) {
                patience.addAndGet(-wait.patience);
            }
            goOn(wait.wake);
        }
    }

    /** Waits at a monitor for some nanoseconds, or until somebody tells it. */
    void await(Object monitor, long duration) throws InterruptedException {
        Probe.spend(TURNS);
        Wait wait = enter(monitor, duration, true);
        try {
            // Not before the time, and only then at once: 0 is for ever.
            monitor.wait(Math.max(1, (wait.left() + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI));
        } finally {
            leave();
        }
    }

    /** Sleeps for some nanoseconds. */
    void sleep(long duration) throws InterruptedException {
        Probe.spend(TURNS);
        Wait.Bed bed = new Wait.Bed();
        synchronized (bed) {
            Wait wait = enter(bed, duration, true);
            try {
                for (long left = wait.left(); !wait.isOver && left > 0; left = wait.left()) {
                    bed.wait(Math.max(1, left / NANOS_PER_MILLI));
                }
            } catch (InterruptedException interrupted) {
                throw new InterruptedException("sleep interrupted");
            } finally {
                leave();
            }
        }
    }

    private Wait enter(Object monitor, long duration, boolean isWanted) {
        long longer = Math.min(Math.max(0, patience.get()), PATIENCE_AT_ONCE);
        Wait wait = new Wait(monitor, nanos.get() + duration, duration, longer, isWanted);
        waits.put(wait.thread, wait);
        if (isWanted) {
            LockSupport.unpark(driver);
        }
        return wait;
    }

    private void goOn(long to) {
        nanos.accumulateAndGet(to, Math::max);
    }

    /** Has the clock go on whenever nobody has anything to do, and wakes who is to wake. */
    private void drive() {
        int quiet = 0;
        int round = 0;
        while (true) {
            Wait first = first();
            if (first == null) {
                LockSupport.park(this);
                continue;
            }
            boolean isPast = first.wake <= nanos.get();
            // Whoever has begun to wait in the meantime may wake before.
            quiet = !isPast && idleness.areAllIdle() && first() == first ? quiet + 1 : 0;
            if (isPast || quiet >= ROUNDS) {
                goOn(first.wake);
                first.tell();
                quiet = 0;
                round = 0;
            } else {
                pause(round++);
            }
        }
    }

    /** Who wakes first, if anybody wants that time to come. */
    private Wait first() {
        Wait first = null;
        boolean isWanted = false;
        for (Wait wait : waits.values()) {
            isWanted |= wait.isWanted;
            if (!wait.isOver && (first == null || wait.wake < first.wake)) {
                first = wait;
            }
        }
        return isWanted ? first : null;
    }

    private static void pause(int round) {
        if (round >= SHORT_PAUSES) {
            LockSupport.parkNanos(LONG_PAUSE * NANOS_PER_MILLI);
            return;
        }
        long since = System.nanoTime();
        while (System.nanoTime() - since < PAUSE) {
            Thread.yield();
        }
    }
}
