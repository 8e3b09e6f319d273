package fex.runtime;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;

/**
 * Sequences and the threads that they start. Ends waits for what never comes: where the thread that performs sequences waits, and every other
 * thread of the program is idle, too, nothing can wake it; the fuel is spent and the thread interrupted, so that the next loop turn cuts the sequence
 * off. With the property {@code fex.others-first}, whatever threads have to do is done before the next statement.
 */
public final class SequenceThreads {
    private static final boolean OTHERS_FIRST = Boolean.getBoolean("fex.others-first");

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** How long the threads of a sequence go first in all, in nanoseconds. */
    private static final long FIRST = 100_000_000;

    /** How long it is from one look at the threads to the next one, in milliseconds. */
    private static final long PAUSE = 20;

    /** How many looks in turn have to see the same. */
    private static final int LOOKS = 4;

    /** What waits by the second for whoever reads or writes at the other end. */
    private static final Set<String> PIPES =
            Set.of("java.io.PipedInputStream", "java.io.PipedOutputStream", "java.io.PipedReader", "java.io.PipedWriter");

    private final Thread watch = Idleness.daemon("fex waits", this::watch);

    /** Who is idle of the threads that came after the first sequence had begun, and of its own. */
    private Idleness idleness;

    /** The thread that performs a sequence, or null where none does. */
    private Thread performing;

    private boolean hasInterrupted;

    /** How many threads there had been when the sequence began. */
    private long started;

    /** How much is left of {@link #FIRST}. */
    private long left;

    /** How many statements were performed, of all sequences; only the performing thread counts. */
    private volatile int statements;

    /** A sequence begins on this thread. */
    public synchronized void begin() {
        performing = Thread.currentThread();
        hasInterrupted = false;
        if (idleness == null) {
            idleness = new Idleness(Map.of());
            watch.start();
        }
        started = OTHERS_FIRST ? THREADS.getTotalStartedThreadCount() : 0;
        left = FIRST;
        notifyAll();
    }

    /** A statement has been performed. */
    public void step() {
        statements++;
        if (OTHERS_FIRST && left > 0 && THREADS.getTotalStartedThreadCount() > started) {
            letOthersGo();
        }
    }

    /** Threads do what they have to do; no clock that is held goes on meanwhile, as this thread does not wait. */
    private void letOthersGo() {
        HeldClock held = Environment.held();
        Idleness of = held == null ? idleness : held.idleness();
        long since = System.nanoTime();
        while (!of.areAllIdleBut(Thread.currentThread()) && System.nanoTime() - since < left) {
            Thread.yield();
        }
        left -= System.nanoTime() - since;
    }

    /** The sequence has ended; returns whether a wait was ended for that. */
    public synchronized boolean end() {
        performing = null;
        if (hasInterrupted) {
            // It may have gone on by itself in between.
            Thread.interrupted();
        }
        return hasInterrupted;
    }

    private void watch() {
        int seen = 0;
        int looks = 0;
        try {
            while (true) {
                awaitSequence();
                Thread.sleep(PAUSE);
                looks = isStuck(seen) ? looks + 1 : 0;
                seen = statements;
                if (looks == LOOKS) {
                    interrupt(seen);
                    looks = 0;
                }
            }
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void awaitSequence() throws InterruptedException {
        while (performing == null) {
            wait();
        }
    }

    private synchronized boolean isStuck(int seen) {
        return isAt(seen) && waitsForOthers(performing) && idleness.areAllIdleBut(performing);
    }

    /** Whether a thread waits until another one does something: without a limit, or in a loop, as pipes do. */
    private static boolean waitsForOthers(Thread thread) {
        return switch (thread.getState()) {
            case WAITING -> true;
            case TIMED_WAITING -> Arrays.stream(thread.getStackTrace()).anyMatch(frame -> PIPES.contains(frame.getClassName()));
            default -> false;
        };
    }

    private synchronized void interrupt(int seen) {
        if (isAt(seen)) {
            hasInterrupted = true;
            Probe.exhaust();
            performing.interrupt();
        }
    }

    private boolean isAt(int seen) {
        return performing != null && statements == seen;
    }
}
