package fex.runtime;

import java.util.function.Consumer;

/**
 * What the methods of the root class call when they begin and end, so that its objects are captured where the invariant has
 * to hold: at the beginning and the end of calls that come from outside the class.
 *
 * <p>Nothing is thrown into the code under test, and what it does while it is read is not captured.
 */
public final class Capture {
    private static volatile Recorder recorder;

    private Capture() {}

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
        Recorder known = recorder;
        return known == null ? null : known.take();
    }

    /** Called first in an instance method; its number is -1 if its calls are not captured. */
    public static void enter(Object object, int method) {
        Recorder known = recorder;
        Calls calls = known.calls();
        if (calls.push(known.isRoot(calls, object), false, known)) {
            known.enter(calls, object, method);
        }
    }

    /** Called first in a static method; its number is -1 if its calls are not captured. */
    public static void start(int method) {
        Recorder known = recorder;
        Calls calls = known.calls();
        if (calls.push(true, false, known)) {
            known.enter(calls, null, method);
        }
    }

    /** Called first in a constructor; its number is -1 if its calls are not captured. */
    public static void construct(int method) {
        Recorder known = recorder;
        Calls calls = known.calls();
        if (calls.push(true, true, known)) {
            known.enter(calls, null, method);
        }
    }

    /** Called in a constructor after the one that it calls. */
    public static void made() {
        recorder.calls().goesOn();
    }

    /** Called where something is thrown out of a constructor before it has called another one. */
    public static void unmade() {
        Recorder known = recorder;
        Calls calls = known.calls();
        if (calls.isOutermost()) {
            known.leave(calls, true);
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
        Recorder known = recorder;
        Calls calls = known.calls();
        calls.closeOpen();
        if (calls.isOutermost()) {
            if (made != null) {
                calls.make(made);
            }
            known.leave(calls, threw);
        }
        calls.pop();
    }
}
