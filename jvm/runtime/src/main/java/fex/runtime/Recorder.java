package fex.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.zip.CRC32;

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

    /** How many characters of a problem are told. */
    private static final int LONGEST_TEXT = 4_000;

    /** A method whose calls are captured. */
    public record Method(String owner, String name, String descriptor) {}

    /**
     * A call from outside that leads from one structure to another, met for the first time.
     *
     * @param event the call
     * @param threw whether it ended by an exception
     * @param before the number of a structure, in the order in which they were taken, or one of the constants above
     * @param after likewise
     * @param caller where it was called: class and method, and the place if it is known, as in {@code p.TreeTest.adds(TreeTest.java:7)}
     */
    public record Step(Event event, boolean threw, int before, int after, String caller) {}

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
            return captures == 0 && structures.isEmpty() && steps.isEmpty();
        }
    }

    /** Bytes that are equal if their content is; those of a walk are looked up without a copy. */
    static final class Content {
        private byte[] bytes;
        private int length;
        private int hash;

        /** @param sum computes the hash: one machine instruction for eight bytes, with whatever compiler */
        Content of(byte[] content, int size, CRC32 sum) {
            bytes = content;
            length = size;
            sum.reset();
            sum.update(content, 0, size);
            hash = (int) sum.getValue();
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

    private final Map<Content, Integer> known = new ConcurrentHashMap<>();
    private final Set<Long> stepped = new HashSet<>();

    private final ThreadLocal<Calls> ofThread = ThreadLocal.withInitial(this::register);

    /** The calls of all threads that live; replaced as a whole. */
    private volatile Calls[] all = {};

    /** Those of the thread that asked for them last. A thread that sees another one's, or none, looks for its own. */
    private Calls last;

    /** How often each method was called since the last time; threads may lose counts of each other. */
    private volatile int[] invocations = new int[16];

    private List<byte[]> structures = new ArrayList<>();
    private List<Step> steps = new ArrayList<>();
    private long disturbed;
    private long unread;
    private String problem = "";

    /** What threads counted that live no more. */
    private final Calls.Tally gone;

    /** What was taken already of what all threads counted. */
    private Calls.Tally told;

    Recorder(Layout layout, Consumer<Class<?>> opener) {
        this.layout = layout;
        readings = new Layout.Readings(layout, opener);
        gone = new Calls.Tally(places());
        told = new Calls.Tally(places());
    }

    private int places() {
        int slots = layout.types().stream().mapToInt(type -> type.slots().size()).sum();
        return layout.limits().size() + slots;
    }

    synchronized int method(Method method) {
        boundary.add(method.owner().replace('/', '.'));
        methods.add(method);
        if (methods.size() > invocations.length) {
            invocations = Arrays.copyOf(invocations, 2 * methods.size());
        }
        return methods.size() - 1;
    }

    /** The number of a call of a method, from 1 on; 0 for a method whose calls are not captured. */
    int invocation(int method) {
        return method < 0 ? 0 : ++invocations[method];
    }

    /** The calls of this thread. */
    Calls calls() {
        Calls calls = last;
        return calls != null && calls.thread == Thread.currentThread() ? calls : found();
    }

    private Calls found() {
        Calls calls = ofThread.get();
        last = calls;
        return calls;
    }

    private synchronized Calls register() {
        Calls calls = new Calls(Thread.currentThread(), new Snapshot(layout, readings), new Calls.Tally(places()));
        Calls[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = calls;
        all = more;
        return calls;
    }

    /** What was captured since the last time; what threads that still run have counted just now may be told the next time. */
    synchronized Taken take() {
        calls().forget();
        List<Calls> living = new ArrayList<>();
        for (Calls calls : all) {
            if (calls.thread.isAlive()) {
                living.add(calls);
            } else {
                gone.add(calls.tally);
            }
        }
        all = living.toArray(new Calls[0]);
        Calls.Tally counted = new Calls.Tally(places());
        counted.add(gone);
        living.forEach(calls -> counted.add(calls.tally));
        long[] beyond = new long[counted.beyond.length];
        Arrays.setAll(beyond, place -> counted.beyond[place] - told.beyond[place]);
        long captures = counted.captures - told.captures;
        Taken taken = new Taken(structures, steps, captures, beyond, disturbed, unread, problem);
        told = counted;
        invocations = new int[invocations.length];
        structures = new ArrayList<>();
        steps = new ArrayList<>();
        disturbed = 0;
        unread = 0;
        problem = "";
        return taken;
    }

    /** Whether a constructor of the root class is running; asked only where one called another one. */
    boolean isConstructing() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("<init>")
                        && frame.getClassName().equals(layout.root())));
    }

    boolean isRoot(Calls calls, Object object) {
        try {
            return calls.reading(object.getClass(), readings).root;
        } catch (Throwable cannotBeRead) {
            failed(calls, cannotBeRead);
            return false;
        }
    }

    /** An outermost call begins. */
    void enter(Calls calls, Object object, int method, int invocation) {
        calls.begin(object, method, all);
        calls.invocation = invocation;
        calls.before = object == null || method < 0 ? NONE : capture(calls, object);
    }

    /** An outermost call ends. */
    void leave(Calls calls, boolean threw) {
        if (calls.method >= 0) {
            Object object = calls.object();
            int after = object == null ? NONE : capture(calls, object);
            if (calls.before != NONE || after != NONE) {
                step(calls, threw, after);
            }
        }
        calls.end();
    }

    /** The number of the structure that an object is the root of now. */
    private int capture(Calls calls, Object object) {
        try {
            Layout.Reading reading = calls.reading(object.getClass(), readings);
            if (reading.number < 0) {
                return NONE;
            }
            boolean within = calls.snapshot.take(object, reading);
            if (calls.isDisturbed()) {
                return disturbed(calls);
            }
            calls.tally.captures++;
            if (within) {
                return number(calls);
            }
            calls.tally.beyond[calls.snapshot.beyond()]++;
            return BEYOND;
        } catch (Throwable cannotBeRead) {
            return failed(calls, cannotBeRead);
        }
    }

    /** The number of the structure that was read. */
    private int number(Calls calls) {
        Snapshot snapshot = calls.snapshot;
        Integer number = known.get(calls.wanted.of(snapshot.bytes(), snapshot.length(), calls.sum));
        return number != null ? number : keep(calls, snapshot.copy());
    }

    private synchronized int keep(Calls calls, byte[] structure) {
        Content content = new Content().of(structure, structure.length, calls.sum);
        Integer number = known.get(content);
        if (number == null && known.size() < MOST) {
            number = known.size();
            known.put(content, number);
            structures.add(structure);
        }
        if (number == null) {
            unread++;
            problem = "there are more than " + MOST + " structures";
            return UNREAD;
        }
        return number;
    }

    private synchronized int disturbed(Calls calls) {
        calls.tally.captures++;
        disturbed++;
        return UNREAD;
    }

    private synchronized int failed(Calls calls, Throwable why) {
        calls.tally.captures++;
        unread++;
        String said = why.toString();
        problem = said.substring(0, Math.min(said.length(), LONGEST_TEXT));
        return UNREAD;
    }

    private void step(Calls calls, boolean threw, int after) {
        // A structure's number has 20 bits, and the constants below 0 fit beside them; a class has fewer than 2^16 methods.
        long key = (calls.before + 4L) << 40 | (after + 4L) << 17 | calls.method << 1 | (threw ? 1 : 0);
        if (!calls.recorded(key)) {
            record(key, calls, threw, after);
        }
    }

    private synchronized void record(long key, Calls calls, boolean threw, int after) {
        if (stepped.add(key)) {
            Method method = methods.get(calls.method);
            Event event = new Event(
                    Tests.current(),
                    Tests.thread(),
                    method.owner(),
                    method.name(),
                    method.descriptor(),
                    calls.invocation);
            steps.add(new Step(event, threw, calls.before, after, caller()));
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
