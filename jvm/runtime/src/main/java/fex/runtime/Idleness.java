package fex.runtime;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinWorkerThread;

/** Which threads of tests have nothing to do but to wait for each other, or for a time. */
final class Idleness {
    /** The thread of JUnit that ends tests which take too long. */
    private static final String WATCHER = "junit-jupiter-timeout-watcher";

    /** What the threads are called that wait for processes. */
    private static final String REAPER = "process reaper";

    /** Threads that do something for the JDK itself, whatever they wait for. */
    private static final Set<Thread> OF_JDK = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /** Threads that were there before the first test, and do nothing for tests. */
    private final Set<Thread> others = ConcurrentHashMap.newKeySet();

    /** Who waits for a time of the clock. */
    private final Map<Thread, Wait> waits;

    /** Threads that wait until another one lets them go on, and those that have been let go on since they last did. */
    private final Set<Thread> parked = ConcurrentHashMap.newKeySet();

    private final Set<Thread> unparked = ConcurrentHashMap.newKeySet();

    /** Who had something to do when that was last looked at. */
    private Thread busy;

    /**
     * Of threads that come to be from now on, and of this one.
     *
     * @param waits who waits for a time of the clock, which changes
     */
    Idleness(Map<Thread, Wait> waits) {
        this.waits = waits;
        for (Thread thread : threads()) {
            if (thread != null && thread != Thread.currentThread()) {
                others.add(thread);
            }
        }
    }

    /** Forgets threads that have ended. */
    void forget() {
        parked.removeIf(thread -> !thread.isAlive());
        unparked.removeIf(thread -> !thread.isAlive());
    }

    /** A thread does something for the JDK itself. */
    static void leaveOut(Thread thread) {
        OF_JDK.add(thread);
    }

    private boolean isOther(Thread thread) {
        return others.contains(thread) || OF_JDK.contains(thread);
    }

    /** This thread begins to wait until another one lets it go on. */
    void park() {
        parked.add(Thread.currentThread());
    }

    /** This thread no longer does. */
    void goOn() {
        Thread current = Thread.currentThread();
        parked.remove(current);
        unparked.remove(current);
    }

    /** A thread is let go on, now or when it next waits. */
    void unpark(Thread thread) {
        unparked.add(thread);
    }

    /** Whether a thread works for tests: neither for the JVM, nor for fex, nor for a test framework that watches the time. */
    boolean isOfTests(Thread thread) {
        return !isOther(thread) && !isOfJvm(thread) && !thread.getName().equals(WATCHER);
    }

    /** Whether every thread of tests sleeps, or waits for others and not for a time of the machine. */
    boolean areAllIdle() {
        return areAllIdleBut(null);
    }

    /** The same of all threads of tests but one, if any. */
    boolean areAllIdleBut(Thread one) {
        // The one that had something to do has it likely still.
        Thread last = busy;
        if (last != null && last != one && last.isAlive() && !isIdle(last)) {
            return false;
        }
        for (Thread thread : threads()) {
            if (thread != null && thread != one && !isOther(thread) && !isIdle(thread)) {
                busy = thread;
                return false;
            }
        }
        busy = null;
        return true;
    }

    /** Whether a thread has nothing to do. */
    private boolean isIdle(Thread thread) {
        return isIdle(thread, new HashSet<>());
    }

    private boolean isIdle(Thread thread, Set<Thread> blocked) {
        Thread.State state = thread.getState();
        if (isOfJvm(thread) && state != Thread.State.BLOCKED) {
            // A process is at work while it is waited for.
            return state != Thread.State.RUNNABLE || !thread.getName().startsWith(REAPER);
        }
        Wait wait = waits.get(thread);
        if (wait != null && wait.isOver) {
            // It goes on, unless it gets the monitor back only when somebody does something who waits himself.
            Thread herald = wait.herald;
            return herald != null && herald.getState() == Thread.State.BLOCKED && isIdle(herald, blocked);
        }
        // Whoever is let go on does so in a moment.
        if (thread.isInterrupted() || parked.contains(thread) && unparked.contains(thread)) {
            return false;
        }
        return switch (state) {
            case NEW, WAITING, TERMINATED -> true;
            case TIMED_WAITING -> wait != null || isWithoutWork(thread) || isOfFramework(thread);
            // Whoever listens may have something to do before the JVM knows.
            case RUNNABLE -> HeldNetwork.isListening(thread) && !HeldNetwork.isUnderway();
            case BLOCKED -> isBlocked(thread, blocked);
        };
    }

    /** Whether a thread waits for a monitor whose owner is idle itself; if it is handed on just now, it is not. */
    private boolean isBlocked(Thread thread, Set<Thread> blocked) {
        if (!blocked.add(thread)) {
            return true;
        }
        ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(thread.getId());
        if (info == null || info.getLockOwnerId() < 0) {
            return false;
        }
        for (Thread owner : threads()) {
            if (owner != null && owner.getId() == info.getLockOwnerId()) {
                return isIdle(owner, blocked);
            }
        }
        return false;
    }

    /**
     * Whether a thread waits for some work, and for some time only, because it ends if there is none: by the clock of the machine, as pools that
     * fork and join do, and others where they began before clocks were held.
     */
    private static boolean isWithoutWork(Thread thread) {
        String waiting = thread instanceof ForkJoinWorkerThread ? "awaitWork" : "getTask";
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals(waiting)
                        && frame.getClassName().startsWith("java.util.concurrent."));
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

    /** Whether a thread belongs to the JVM or to fex. Those that carry virtual threads do not: nobody sees what these do. */
    private static boolean isOfJvm(Thread thread) {
        ThreadGroup group = thread.getThreadGroup();
        return group == null || group.getParent() == null || group.getName().equals("InnocuousThreadGroup");
    }

    /** A thread of fex, which no test sees among its own. */
    static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(root(), work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** The group of all groups. */
    private static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    /** All threads, and {@code null}s. */
    private static Thread[] threads() {
        ThreadGroup root = root();
        Thread[] all = new Thread[2 * root.activeCount() + 16];
        root.enumerate(all);
        return all;
    }
}
