package fex.runtime;

import java.util.function.Consumer;

/**
 * What the methods of the root class call when they begin and end, so that its objects are captured where the invariant has
 * to hold: at the beginning and the end of calls that come from outside the class.
 *
 * <p>Nothing is thrown into the code under test, and what it does while it is read is not captured.
 */
public final class Capture {
    /** Where calls are told of; null where nobody wants to know. */
    private static volatile Recorder recorder;

    /** Where methods are known, also while nobody wants to know of calls. */
    private static volatile Recorder known;

    private Capture() {}

    /**
     * Captures from now on.
     *
     * @param opener makes the fields of a class of another module accessible
     */
    public static void begin(Layout layout, Consumer<Class<?>> opener) {
        known = new Recorder(layout, opener);
        recorder = known;
    }

    /** Captures from now on, or does not: calls that run meanwhile may be missed. */
    public static void listen(boolean on) {
        recorder = on ? known : null;
    }

    /** The number of a method whose calls are captured. */
    public static int method(String owner, String name, String descriptor) {
        return known.method(new Recorder.Method(owner, name, descriptor));
    }

    /** What was captured since the last time; null if nothing is captured at all. Forgets calls that this thread never ended. */
    public static Recorder.Taken take() {
        Recorder active = recorder;
        return active == null ? null : active.take();
    }

    /** Called first in an instance method; its number is -1 if its calls are not captured. */
    public static void enter(Object object, int method) {
        Recorder active = recorder;
        if (active == null) {
            return;
        }
        int invocation = active.invocation(method);
        Calls calls = active.calls();
        if (calls.push(active.isRoot(calls, object), false, active)) {
            active.enter(calls, object, method, invocation);
        }
    }

    /** Called first in a static method; its number is -1 if its calls are not captured. */
    public static void start(int method) {
        begin(method, false);
    }

    /** Called first in a constructor; its number is -1 if its calls are not captured. */
    public static void construct(int method) {
        begin(method, true);
    }

    private static void begin(int method, boolean isOpen) {
        Recorder active = recorder;
        if (active == null) {
            return;
        }
        int invocation = active.invocation(method);
        Calls calls = active.calls();
        if (calls.push(true, isOpen, active)) {
            active.enter(calls, null, method, invocation);
        }
    }

    /** Called in a constructor after the one that it calls. */
    public static void made() {
        Recorder active = recorder;
        if (active != null) {
            active.calls().goesOn();
        }
    }

    /** Called where something is thrown out of a constructor before it has called another one. */
    public static void unmade() {
        Recorder active = recorder;
        if (active == null) {
            return;
        }
        Calls calls = active.calls();
        if (calls.isOutermost()) {
            active.leave(calls, true);
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
        Recorder active = recorder;
        if (active == null) {
            return;
        }
        Calls calls = active.calls();
        calls.closeOpen();
        if (calls.isOutermost()) {
            if (made != null) {
                calls.make(made);
            }
            active.leave(calls, threw);
        }
        calls.pop();
    }
}
