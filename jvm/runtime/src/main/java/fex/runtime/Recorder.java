package fex.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What was captured: each structure once, and each step from a structure to a structure once, with the place of the first call.
 *
 * <p>No code of others runs while the lock of this object is held.
 */
public final class Recorder {
    /** There is no structure: an object comes to be, or none is left. */
    public static final int NONE = -1;

    /** The structure is beyond the bound. */
    public static final int BEYOND = -2;

    /** The structure could not be read, or another thread was at work on it. */
    public static final int UNREAD = -3;

    /** How many structures are kept; those that are met later count as unread. */
    private static final int MOST = 1 << 20;

    /** A method whose calls are captured. */
    public record Method(String owner, String name, String descriptor) {}

    /**
     * A call from outside that leads from one structure to another, met for the first time.
     *
     * @param threw whether it ended by an exception
     * @param before the number of a structure, in the order in which they were taken, or one of the constants above
     * @param after likewise
     * @param caller where it was called: class and method, and the place if it is known, as in {@code p.TreeTest.adds(TreeTest.java:7)}
     */
    public record Step(Method method, boolean threw, int before, int after, String caller) {}

    /**
     * What was captured since the last time.
     *
     * @param structures those that are new, as bytes of the protocol
     * @param steps those that are new
     * @param captures how often a structure was looked at
     * @param beyond for each group and then for each slot of each type, how often it was what made a structure too large
     * @param disturbed how often another thread was at work on the object
     * @param unread how often reading failed
     * @param problem why it failed the last time; empty if it did not
     */
    public record Taken(
            List<byte[]> structures,
            List<Step> steps,
            long captures,
            long[] beyond,
            long disturbed,
            long unread,
            String problem) {
        /** Whether there is nothing to tell. */
        public boolean isEmpty() {
            return captures == 0;
        }
    }

    /** Bytes that are equal if their content is; those of a walk are looked up without a copy. */
    private static final class Content {
        private byte[] bytes;
        private int length;
        private int hash;

        Content of(byte[] content, int size) {
            bytes = content;
            length = size;
            int sum = 1;
            for (int index = 0; index < size; index++) {
                sum = 31 * sum + content[index];
            }
            hash = sum;
            return this;
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Content content
                    && hash == content.hash
                    && Arrays.equals(bytes, 0, length, content.bytes, 0, content.length);
        }
    }

    private final Layout layout;
    private final Layout.Readings readings;
    private final Set<String> boundary = new HashSet<>();
    private final List<Method> methods = new ArrayList<>();

    private final Map<Content, Integer> known = new HashMap<>();
    private final Content wanted = new Content();
    private final Set<Long> stepped = new HashSet<>();

    /** The outermost calls that are running now. */
    private final List<Capture.Calls> running = new ArrayList<>();

    private List<byte[]> structures = new ArrayList<>();
    private List<Step> steps = new ArrayList<>();
    private long captures;
    private long[] beyond;
    private long disturbed;
    private long unread;
    private String problem = "";

    Recorder(Layout layout, Consumer<Class<?>> opener) {
        this.layout = layout;
        readings = new Layout.Readings(layout, opener);
        beyond = new long[places()];
    }

    private int places() {
        int slots = layout.types().stream().mapToInt(type -> type.slots().size()).sum();
        return layout.limits().size() + slots;
    }

    synchronized int method(Method method) {
        boundary.add(method.owner().replace('/', '.'));
        methods.add(method);
        return methods.size() - 1;
    }

    synchronized Taken take(Capture.Calls calls) {
        running.remove(calls);
        Taken taken = new Taken(structures, steps, captures, beyond, disturbed, unread, problem);
        structures = new ArrayList<>();
        steps = new ArrayList<>();
        captures = 0;
        beyond = new long[beyond.length];
        disturbed = 0;
        unread = 0;
        problem = "";
        return taken;
    }

    String root() {
        return layout.root();
    }

    boolean isRoot(Object object) {
        try {
            return readings.of(object.getClass()).root;
        } catch (Throwable cannotBeRead) {
            failed(cannotBeRead);
            return false;
        }
    }

    /** An outermost call begins. */
    void enter(Capture.Calls calls) {
        begin(calls);
        calls.before = calls.object == null || calls.method < 0 ? NONE : capture(calls);
    }

    /** An outermost call ends. */
    void leave(Capture.Calls calls, boolean threw) {
        if (calls.method >= 0) {
            int after = calls.object == null ? NONE : capture(calls);
            if (calls.before != NONE || after != NONE) {
                step(calls, threw, after);
            }
        }
        end(calls);
    }

    private synchronized void begin(Capture.Calls calls) {
        // It may still be there: a constructor whose end nobody told.
        running.remove(calls);
        calls.disturbed = false;
        for (Capture.Calls other : running) {
            if (other.object != null && other.object == calls.object) {
                other.disturbed = true;
                calls.disturbed = true;
            }
        }
        running.add(calls);
    }

    private synchronized void end(Capture.Calls calls) {
        running.remove(calls);
        calls.object = null;
    }

    /** The number of the structure that an object is the root of now. */
    private int capture(Capture.Calls calls) {
        try {
            Layout.Reading reading = readings.of(calls.object.getClass());
            if (reading.number < 0) {
                return NONE;
            }
            if (calls.snapshot == null) {
                calls.snapshot = new Snapshot(layout, readings);
            }
            return calls.snapshot.take(calls.object, reading) ? keep(calls) : isBeyond(calls);
        } catch (Throwable cannotBeRead) {
            return failed(cannotBeRead);
        }
    }

    private synchronized int keep(Capture.Calls calls) {
        captures++;
        if (calls.disturbed) {
            disturbed++;
            return UNREAD;
        }
        Snapshot snapshot = calls.snapshot;
        Integer number = known.get(wanted.of(snapshot.bytes(), snapshot.length()));
        if (number == null && known.size() < MOST) {
            byte[] copy = Arrays.copyOf(snapshot.bytes(), snapshot.length());
            number = known.size();
            known.put(new Content().of(copy, copy.length), number);
            structures.add(copy);
        }
        if (number == null) {
            unread++;
            problem = "there are more than " + MOST + " structures";
            return UNREAD;
        }
        return number;
    }

    private synchronized int isBeyond(Capture.Calls calls) {
        captures++;
        if (calls.disturbed) {
            disturbed++;
            return UNREAD;
        }
        beyond[calls.snapshot.beyond()]++;
        return BEYOND;
    }

    private synchronized int failed(Throwable why) {
        captures++;
        unread++;
        problem = why.toString();
        return UNREAD;
    }

    private synchronized void step(Capture.Calls calls, boolean threw, int after) {
        // A structure's number has 20 bits, and the constants below 0 fit beside them; a class has fewer than 2^16 methods.
        long key = (calls.before + 4L) << 40 | (after + 4L) << 17 | calls.method << 1 | (threw ? 1 : 0);
        if (stepped.add(key)) {
            steps.add(new Step(methods.get(calls.method), threw, calls.before, after, caller()));
        }
    }

    /** The nearest frame outside the class. */
    private String caller() {
        return StackWalker.getInstance().walk(frames -> frames.filter(
                        frame -> !frame.getClassName().startsWith("fex.runtime.")
                                && !boundary.contains(frame.getClassName()))
                .findFirst()
                .map(frame -> frame.getClassName() + "." + frame.getMethodName()
                        + (frame.getLineNumber() > 0 ? "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")" : ""))
                .orElse(""));
    }
}
