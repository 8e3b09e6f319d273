package fex.runtime;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that shows the same instant when each test begins, and then goes on as it is read and as threads sleep, not as time passes.
 *
 * <p>A thread that sleeps waits only until no other thread has anything left to do, and never longer than it would. So what it waits
 * for is done when it wakes, as it would be, where other threads do it; that a process or another machine does something nobody sees.
 */
final class HeldClock {
    /** By how much it goes on when it is read, in nanoseconds. */
    private static final long TICK = 1_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** What it shows as nanoseconds at first: some programs take 0 for a time that was never set. */
    private static final long FIRST = 1_000_000_000;

    /** How often in a row nobody else has to have anything to do: one thread may hand on to another while both are looked at. */
    private static final int ROUNDS = 3;

    /** How long it takes until they are looked at again, in nanoseconds; the first times, and then in milliseconds. */
    private static final long PAUSE = 50_000;

    private static final int SHORT_PAUSES = 40;
    private static final int LONG_PAUSE = 1;

    /** The thread of JUnit that ends tests which take too long. */
    private static final String WATCHER = "junit-jupiter-timeout-watcher";

    /** What it shows when a test begins, in milliseconds since 1970. */
    private final long instant;

    /** Threads that were there before the tests, which do nothing for them. */
    private final Set<Thread> others;

    /** What it shows as nanoseconds; that never goes back. */
    private final AtomicLong nanos = new AtomicLong(FIRST);

    /** The same when the test began. */
    private volatile long begun = FIRST;

    /** When threads that sleep wake. */
    private final Map<Thread, Long> sleeping = new ConcurrentHashMap<>();

    /** Threads that wait until another one lets them go on, and those that have been let go on since they last did. */
    private final Set<Thread> parked = ConcurrentHashMap.newKeySet();

    private final Set<Thread> unparked = ConcurrentHashMap.newKeySet();

    /**
     * A clock for tests that this thread runs.
     *
     * @param instant what it shows when a test begins, in milliseconds since 1970
     */
    HeldClock(long instant) {
        this.instant = instant;
        Set<Thread> there = ConcurrentHashMap.newKeySet();
        for (Thread thread : threads()) {
            if (thread != null && thread != Thread.currentThread()) {
                there.add(thread);
            }
        }
        others = there;
    }

    /** A test begins. */
    void begin() {
        begun = nanos.get();
        parked.removeIf(thread -> !thread.isAlive());
        unparked.removeIf(thread -> !thread.isAlive());
    }

    /** What {@link System#nanoTime} tells. */
    long nanos() {
        return nanos.addAndGet(TICK);
    }

    /** What {@link System#currentTimeMillis} tells. */
    long millis() {
        return instant + (nanos() - begun) / NANOS_PER_MILLI;
    }

    /** What {@link Instant#now} tells. */
    Instant instant() {
        return Instant.ofEpochMilli(instant).plusNanos(nanos() - begun);
    }

    /** This thread begins or ends to wait until another one lets it go on. */
    void park(boolean on) {
        Thread current = Thread.currentThread();
        if (on) {
            parked.add(current);
        } else {
            parked.remove(current);
            unparked.remove(current);
        }
    }

    /** A thread is let go on, now or when it next waits. */
    void unpark(Thread thread) {
        if (thread != null) {
            unparked.add(thread);
        }
    }

    /** Sleeps for some nanoseconds of this clock. */
    void sleep(long duration) throws InterruptedException {
        long wake = nanos.get() + duration;
        long since = System.nanoTime();
        Thread current = Thread.currentThread();
        sleeping.put(current, wake);
        try {
            int quiet = 0;
            for (int round = 0; nanos.get() < wake && System.nanoTime() - since < duration; round++) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("sleep interrupted");
                }
                quiet = isFirst(wake) && areOthersIdle(current) ? quiet + 1 : 0;
                if (quiet == ROUNDS) {
                    break;
                }
                pause(round);
            }
            nanos.accumulateAndGet(wake, Math::max);
        } finally {
            sleeping.remove(current);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException("sleep interrupted");
        }
    }

    private static void pause(int round) throws InterruptedException {
        if (round >= SHORT_PAUSES) {
            Thread.sleep(LONG_PAUSE);
            return;
        }
        long since = System.nanoTime();
        while (System.nanoTime() - since < PAUSE) {
            Thread.yield();
        }
    }

    /** Whether no other thread wakes before. */
    private boolean isFirst(long wake) {
        for (long other : sleeping.values()) {
            if (other < wake) {
                return false;
            }
        }
        return true;
    }

    /** Whether every other thread sleeps as this one does, or waits for others and not for a time. */
    private boolean areOthersIdle(Thread current) {
        for (Thread thread : threads()) {
            boolean counts = thread != null && thread != current && !others.contains(thread) && !isOfJvm(thread);
            if (counts && !sleeping.containsKey(thread) && !isIdle(thread)) {
                return false;
            }
        }
        return true;
    }

    private boolean isIdle(Thread thread) {
        Thread.State state = thread.getState();
        // Whoever is let go on does so in a moment.
        if (thread.isInterrupted() || parked.contains(thread) && unparked.contains(thread)) {
            return false;
        }
        return switch (state) {
            case NEW, WAITING, TERMINATED -> true;
            case TIMED_WAITING -> isWithoutWork(thread) || isOfFramework(thread);
            // Whose turn it is at a monitor nobody tells.
            case RUNNABLE, BLOCKED -> false;
        };
    }

    /** Whether a thread of a pool waits for work, and only for some time, because it ends if there is none. */
    private static boolean isWithoutWork(Thread thread) {
        boolean hasNone = false;
        for (StackTraceElement frame : thread.getStackTrace()) {
            String type = frame.getClassName();
            // What is scheduled is work that comes at a time.
            if (type.startsWith("java.util.concurrent.ScheduledThreadPoolExecutor")) {
                return false;
            }
            hasNone |= type.equals("java.util.concurrent.ThreadPoolExecutor") && frame.getMethodName().equals("getTask")
                    || thread instanceof ForkJoinWorkerThread && frame.getMethodName().equals("awaitWork");
        }
        return hasNone;
    }

    /** Whether a thread waits for a test framework, whose time-outs are real. */
    private static boolean isOfFramework(Thread thread) {
        if (thread.getName().equals(WATCHER)) {
            return true;
        }
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (!Environment.isJdk(frame.getClassName())) {
                return !Environment.isOfProgram(frame.getClassName());
            }
        }
        return false;
    }

    /** Whether a thread belongs to the JVM. Those that carry virtual threads do not: nobody sees what these do. */
    private static boolean isOfJvm(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null || group.getParent() == null || group.getName().equals("InnocuousThreadGroup");
    }

    /** All threads, and {@code null}s. */
    private static Thread[] threads() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread[] all = new Thread[2 * group.activeCount() + 16];
        group.enumerate(all);
        return all;
    }
}
