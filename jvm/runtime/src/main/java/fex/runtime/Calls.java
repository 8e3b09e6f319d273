package fex.runtime;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32;

/**
 * The calls of the root class that one thread is in, and how often it captured. No other thread writes here, except that it is at
 * work on the same object; so nothing is locked in calls that show what was shown before.
 */
final class Calls {
    /** The thread that makes these calls. */
    final Thread thread;

    final Snapshot snapshot;

    /** The bytes that the snapshot is looked up by. */
    final Recorder.Content wanted = new Recorder.Content();

    final CRC32 sum = new CRC32();

    final Tally tally;

    /** Whether each call is one of an object of the root class, the innermost last. */
    private boolean[] own = new boolean[16];

    /** Whether each call is a constructor that waits for another one: what that throws, nobody tells. */
    private boolean[] open = new boolean[16];

    private int count;

    /** How many calls are those of objects of the root class. */
    private int depth;

    /** The object of the outermost call; null where there is none yet. */
    private volatile Object object;

    /** The number of the outermost call among those of this thread. */
    private long call;

    /** Whether another thread was at work on the object already when the outermost call began. */
    private boolean late;

    /** The last outermost call during which another thread began to work on the same object. */
    private final AtomicLong disturbed = new AtomicLong();

    /** The method of the outermost call, or -1 if it is not captured. */
    int method;

    /** The number of its invocation within the test. */
    int invocation;

    /** The structure that the outermost call found. */
    int before;

    /** How the objects of the class that was met last are read. */
    private Layout.Reading reading;

    /** Steps that were recorded, each in the place that its hash has; 0 is none. */
    private final long[] recorded = new long[256];

    Calls(Thread thread, Snapshot snapshot, Tally tally) {
        this.thread = thread;
        this.snapshot = snapshot;
        this.tally = tally;
    }

    /**
     * How often structures were looked at, and how often what made them too large: for each group and then for each slot of each
     * type. Numbers only grow, so that they can be read while they do.
     */
    static final class Tally {
        long captures;
        final long[] beyond;

        Tally(int places) {
            beyond = new long[places];
        }

        void add(Tally other) {
            captures += other.captures;
            for (int place = 0; place < beyond.length; place++) {
                beyond[place] += other.beyond[place];
            }
        }
    }

    /** Notes a call, and whether it is an outermost one. */
    boolean push(boolean isOwn, boolean isOpen, Recorder recorder) {
        if (count > 0 && open[count - 1] && !recorder.isConstructing()) {
            closeOpen();
        }
        if (count == own.length) {
            own = Arrays.copyOf(own, 2 * count);
            open = Arrays.copyOf(open, 2 * count);
        }
        open[count] = isOpen;
        own[count++] = isOwn;
        return isOwn && depth++ == 0;
    }

    /** The constructor that was waiting has got what it waited for. */
    void goesOn() {
        if (count > 0) {
            open[count - 1] = false;
        }
    }

    /** Forgets the innermost constructors that wait; the call that ends is none of them. */
    void closeOpen() {
        while (count > 0 && open[count - 1]) {
            pop();
        }
    }

    /** Whether the call that ends is an outermost one. */
    boolean isOutermost() {
        return count > 0 && own[count - 1] && depth == 1;
    }

    void pop() {
        if (count > 0 && own[--count]) {
            depth--;
        }
    }

    /** Forgets all calls: a constructor whose end nobody told may still be among them. */
    void forget() {
        count = 0;
        depth = 0;
        object = null;
    }

    /**
     * An outermost call begins. Whoever comes to the same object later among threads sees the one that came earlier, because each
     * says where it works before it looks at the others.
     */
    void begin(Object on, int captured, Calls[] others) {
        call++;
        method = captured;
        late = false;
        object = on;
        if (on == null || others.length == 1) {
            return;
        }
        for (Calls other : others) {
            long during = other.call;
            if (other != this && other.object == on) {
                other.disturbed.accumulateAndGet(during, Math::max);
                late = true;
            }
        }
    }

    /** The outermost call has made an object. */
    void make(Object made) {
        object = made;
    }

    /** The outermost call has ended. */
    void end() {
        object = null;
    }

    Object object() {
        return object;
    }

    /** Whether another thread is or was at work on the object during the outermost call. */
    boolean isDisturbed() {
        return late || disturbed.get() == call;
    }

    /** How objects of a class are read. */
    Layout.Reading reading(Class<?> type, Layout.Readings readings) throws ReflectiveOperationException {
        if (reading == null || reading.type != type) {
            reading = readings.of(type);
        }
        return reading;
    }

    /** Whether a step is known to be recorded; notes it as such if it is not. */
    boolean recorded(long step) {
        int place = (int) (step ^ step >>> 17 ^ step >>> 40) & recorded.length - 1;
        if (recorded[place] == step) {
            return true;
        }
        recorded[place] = step;
        return false;
    }
}
