package fex.runtime;

import java.lang.StackWalker.StackFrame;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;

/**
 * Threads that wait for a time: as the machine has them wait, or by the held clock.
 *
 * <p>{@code fex.instrument.Clocks} and {@code Waits} have programs and the JDK call this class. What waits for a program does so by the held
 * clock, and what waits for a test framework does not.
 */
public final class Waiting {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** For whom a thread waits. */
    private enum For {
        PROGRAM,
        /** For work of a program, if there is any. */
        WORK,
        /** For the JVM, a test framework or fex. */
        OTHERS,
    }

    private Waiting() {}

    /** Loads whatever is needed to find out for whom a thread waits, lest that be loaded while the JDK is in the middle of something. */
    static void prepare() {
        whom();
    }

    /** In place of {@link Thread#sleep(long)}. */
    public static void sleep(long millis) throws InterruptedException {
        sleep(millis, 0);
    }

    /** In place of {@link Thread#sleep(long, int)}. */
    public static void sleep(long millis, int nanos) throws InterruptedException {
        HeldClock held = Environment.held();
        if (held == null || millis < 0 || nanos < 0 || nanos >= NANOS_PER_MILLI) {
            Thread.sleep(millis, nanos);
        } else {
            held.sleep(saturated(TimeUnit.MILLISECONDS, millis) + nanos);
        }
    }

    /** In place of {@code Thread.sleep(Duration)}, which is there since JDK 19. */
    public static void sleep(Duration duration) throws InterruptedException {
        sleep(TimeUnit.NANOSECONDS, TimeUnit.NANOSECONDS.convert(duration));
    }

    /** In place of {@link TimeUnit#sleep}. */
    public static void sleep(TimeUnit unit, long timeout) throws InterruptedException {
        HeldClock held = Environment.held();
        if (held == null || timeout <= 0) {
            unit.sleep(timeout);
        } else {
            held.sleep(saturated(unit, timeout));
        }
    }

    /** In place of {@link Object#wait(long)}. */
    public static void wait(Object monitor, long millis) throws InterruptedException {
        wait(monitor, millis, 0);
    }

    /** In place of {@link Object#wait(long, int)}. */
    public static void wait(Object monitor, long millis, int nanos) throws InterruptedException {
        HeldClock held = Environment.held();
        boolean isLimited = millis >= 0 && nanos >= 0 && nanos < NANOS_PER_MILLI && millis + nanos > 0;
        if (held == null || !isLimited || !Thread.holdsLock(monitor) || whom() == For.OTHERS) {
            monitor.wait(millis, nanos);
        } else {
            held.await(monitor, saturated(TimeUnit.MILLISECONDS, millis) + nanos);
        }
    }

    /** In place of {@link System#nanoTime}, asked by what waits. */
    public static long nanoTime() {
        HeldClock held = Environment.held();
        return held == null || whom() == For.OTHERS ? System.nanoTime() : held.waitingNanos();
    }

    /** In place of {@link System#currentTimeMillis}, asked by what waits. */
    public static long currentTimeMillis() {
        HeldClock held = Environment.held();
        return held == null || whom() == For.OTHERS ? System.currentTimeMillis() : held.waitingMillis();
    }

    /** In place of {@link System#nanoTime}, asked by what waits for all of the JVM. */
    public static long commonNanoTime() {
        HeldClock held = Environment.held();
        return held == null ? System.nanoTime() : held.waitingNanos();
    }

    /** This thread begins to wait until another one lets it go on. */
    public static void park() {
        HeldClock held = Environment.held();
        if (held != null) {
            held.idleness().park();
        }
    }

    /**
     * This thread begins to wait until another one lets it go on, or for some nanoseconds.
     *
     * @return for how many nanoseconds it does so by the clock of the machine
     */
    public static long parkNanos(long duration) {
        HeldClock held = Environment.held();
        if (held == null || held.isWaiting()) {
            return duration;
        }
        held.idleness().park();
        return parkFor(held, whom(), duration);
    }

    /**
     * This thread begins to wait until another one lets it go on, or until an instant in milliseconds since 1970.
     *
     * @return the same by the clock of the machine
     */
    public static long parkUntil(long deadline) {
        HeldClock held = Environment.held();
        // Since JDK 21, one method that waits calls another one.
        if (held == null || held.isWaiting()) {
            return deadline;
        }
        held.idleness().park();
        For whom = whom();
        if (whom == For.OTHERS || deadline <= 0) {
            return deadline;
        }
        long duration = parkFor(held, whom, held.until(deadline));
        return System.currentTimeMillis() + Math.max(0, duration) / NANOS_PER_MILLI;
    }

    /** The same as {@link #parkNanos}, for what waits for all of the JVM, and for ever if there is no time. */
    public static long parkCommon(long duration) {
        HeldClock held = Environment.held();
        if (held == null) {
            return duration;
        }
        held.idleness().park();
        return parkFor(held, For.PROGRAM, duration);
    }

    private static long parkFor(HeldClock held, For whom, long duration) {
        if (whom == For.OTHERS || duration <= 0) {
            return duration;
        }
        return held.park(Math.min(duration, Long.MAX_VALUE / 4), whom == For.PROGRAM);
    }

    /** This thread no longer waits. */
    public static void goOn() {
        HeldClock held = Environment.held();
        if (held != null) {
            held.idleness().goOn();
            held.leave();
        }
    }

    /** A thread is let go on. */
    public static void unpark(Thread thread) {
        HeldClock held = Environment.held();
        if (held != null && thread != null) {
            held.idleness().unpark(thread);
        }
    }

    /** The thread of a timer is about to start. A timer that the JDK has for itself goes by the clock of the machine. */
    public static void begins(Thread timer) {
        String by = CallStack.ask("", () -> CallStack.WALKER.walk(frames -> frames.map(StackFrame::getClassName)
                .filter(name -> !name.startsWith("fex.runtime.") && !name.equals("java.util.Timer"))
                .findFirst()
                .orElse("")));
        // Those of this package are there for programs to use.
        if (Environment.isJdk(by) && !by.startsWith("javax.management.")) {
            Idleness.leaveOut(timer);
        }
    }

    /** A time in nanoseconds; one of centuries is as good as any longer one. */
    private static long saturated(TimeUnit unit, long timeout) {
        return Math.min(unit.toNanos(timeout), Long.MAX_VALUE / 4);
    }

    /** For whom this thread waits. */
    private static For whom() {
        return CallStack.ask(For.OTHERS, () -> CallStack.WALKER.walk(frames -> whom(frames.iterator())));
    }

    private static For whom(Iterator<StackFrame> frames) {
        For found = For.PROGRAM;
        boolean isScheduled = false;
        while (frames.hasNext()) {
            StackFrame frame = frames.next();
            String type = frame.getClassName();
            if (type.startsWith("fex.runtime.")) {
                continue;
            }
            if (!Environment.isJdk(type)) {
                return Environment.isOfProgram(type) ? found : For.OTHERS;
            }
            String method = frame.getMethodName();
            boolean isOwn = type.startsWith("java.util.concurrent.ForkJoinPool") && method.equals("awaitWork");
            // A virtual thread has the JVM wait, by the clock of the machine, up to JDK 24.
            isOwn |= type.equals("java.lang.VirtualThread") && (method.startsWith("schedule") || method.startsWith("park"));
            if (isOwn || type.startsWith("fex.")) {
                return For.OTHERS;
            }
            // What is scheduled is work that comes at a time.
            isScheduled |= type.startsWith("java.util.concurrent.ScheduledThreadPoolExecutor");
            if (type.equals("java.util.concurrent.ThreadPoolExecutor") && method.equals("getTask") && !isScheduled) {
                found = For.WORK;
            }
        }
        HeldClock held = Environment.held();
        boolean isOfTests = held != null && held.idleness().isOfTests(Thread.currentThread());
        return isOfTests ? found : For.OTHERS;
    }
}
