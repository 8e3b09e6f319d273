package fex.runtime;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * What the methods of the root class call when they begin and end, so that its objects are captured where the invariant has
 * to hold: at the beginning and the end of calls that come from outside the class.
 *
 * <p>Nothing is thrown into the code under test, and what it does while it is read is not captured.
 */
public final class Capture {
    private static final ThreadLocal<Calls> CALLS = ThreadLocal.withInitial(Calls::new);

    private static volatile Recorder recorder;

    private Capture() {}

    /** The calls of the root class that a thread is in. */
    static final class Calls {
        /** Whether each of them is one of an object of the root class, the innermost last. */
        private boolean[] own = new boolean[16];

        /** Whether each of them is a constructor that waits for another one: what that throws, nobody tells. */
        private boolean[] open = new boolean[16];

        private int count;

        /** How many of them are. */
        private int depth;

        /** The object of the outermost one; null where there is none yet. */
        Object object;

        /** The method of the outermost one, or -1 if it is not captured. */
        int method;

        /** The structure that the outermost one found. */
        int before;

        /** Whether another thread calls the same object meanwhile. */
        boolean disturbed;

        Snapshot snapshot;

        /** Notes a call, and whether it is an outermost one. */
        private boolean push(boolean isOwn, boolean isOpen) {
            if (count > 0 && open[count - 1] && !isConstructing()) {
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

        /** Forgets the innermost constructors that wait; the call that ends is none of them. */
        private void closeOpen() {
            while (count > 0 && open[count - 1]) {
                pop();
            }
        }

        /** Whether the call that ends is an outermost one. */
        private boolean isOutermost() {
            return count > 0 && own[count - 1] && depth == 1;
        }

        private void pop() {
            if (count > 0 && own[--count]) {
                depth--;
            }
        }
    }

    /** Whether a constructor of the root class is running; asked only where one called another one. */
    private static boolean isConstructing() {
        Recorder known = recorder;
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getMethodName().equals("<init>")
                        && frame.getClassName().equals(known.root())));
    }

    /**
     * Captures from now on.
     *
     * @param opener makes the fields of a class of another module accessible
     */
    public static void begin(Layout layout, Consumer<Class<?>> opener) {
        recorder = new Recorder(layout, opener);
    }

    /** The number of a method whose calls are captured. */
    public static int method(String owner, String name, String descriptor) {
        return recorder.method(new Recorder.Method(owner, name, descriptor));
    }

    /** What was captured since the last time; null if nothing is captured at all. Forgets calls that this thread never ended. */
    public static Recorder.Taken take() {
        Calls calls = CALLS.get();
        calls.count = 0;
        calls.depth = 0;
        Recorder known = recorder;
        return known == null ? null : known.take(calls);
    }

    /** Called first in an instance method; its number is -1 if its calls are not captured. */
    public static void enter(Object object, int method) {
        Calls calls = CALLS.get();
        Recorder known = recorder;
        if (calls.push(known.isRoot(object), false)) {
            begin(calls, object, method);
        }
    }

    /** Called first in a static method; its number is -1 if its calls are not captured. */
    public static void start(int method) {
        Calls calls = CALLS.get();
        if (calls.push(true, false)) {
            begin(calls, null, method);
        }
    }

    /** Called first in a constructor; its number is -1 if its calls are not captured. */
    public static void construct(int method) {
        Calls calls = CALLS.get();
        if (calls.push(true, true)) {
            begin(calls, null, method);
        }
    }

    private static void begin(Calls calls, Object object, int method) {
        calls.object = object;
        calls.method = method;
        recorder.enter(calls);
    }

    /** Called in a constructor after the one that it calls. */
    public static void made() {
        Calls calls = CALLS.get();
        if (calls.count > 0) {
            calls.open[calls.count - 1] = false;
        }
    }

    /** Called where something is thrown out of a constructor before it has called another one. */
    public static void unmade() {
        Calls calls = CALLS.get();
        if (calls.isOutermost()) {
            recorder.leave(calls, true);
        }
        calls.pop();
    }

    /** Called where a method ends. */
    public static void leave() {
        end(null, false);
    }

    /** Called where a constructor or a factory ends, with the object that it has made. */
    public static void finished(Object object) {
        end(object, false);
    }

    /** Called where something is thrown out of a method, or out of a constructor that has called another one. */
    public static void thrown() {
        end(null, true);
    }

    private static void end(Object made, boolean threw) {
        Calls calls = CALLS.get();
        calls.closeOpen();
        if (calls.isOutermost()) {
            if (made != null) {
                calls.object = made;
            }
            recorder.leave(calls, threw);
        }
        calls.pop();
    }
}
