package fex.runtime;

import java.lang.StackWalker.StackFrame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What tests use of what surrounds them though it is that of the machine while the rest is virtual. */
public final class Unheld {
    /** How many uses are kept of each test. */
    private static final int KEPT = 100;

    /** How many callers are told of each. */
    private static final int FRAMES = 20;

    /** How often stacks are walked in each test. */
    private static final int WALKS = 1_000;

    /**
     * A use.
     *
     * @param what what is done, in words that follow the name of a test
     * @param stack the methods that had called each other, the innermost first, from the first one of the program on
     */
    public record Use(String what, List<Observer.Frame> stack) {}

    /** The uses, by what they are and where they come from. */
    private static final Map<String, Use> USES = new LinkedHashMap<>();

    private static int walks;

    private Unheld() {}

    /** Called where something of the machine is used for a program, in words that follow the name of a test. */
    public static void used(String what) {
        if (HeldEnvironment.isHeld()) {
            CallStack.ask(null, () -> {
                note(what);
                return null;
            });
        }
    }

    private static void note(String what) {
        synchronized (USES) {
            if (++walks > WALKS || USES.size() >= KEPT) {
                return;
            }
        }
        List<StackFrame> frames = CallStack.WALKER.walk(all -> all.dropWhile(
                        frame -> Environment.isJdk(frame.getClassName()))
                .takeWhile(frame -> !Environment.isFramework(frame.getClassName()))
                .filter(frame -> Environment.isOfProgram(frame.getClassName()))
                .limit(FRAMES)
                .toList());
        if (frames.isEmpty()) {
            return;
        }
        List<Observer.Frame> stack = new ArrayList<>();
        frames.forEach(frame -> stack.add(Environment.frame(frame)));
        synchronized (USES) {
            USES.putIfAbsent(what + stack.get(0), new Use(what, stack));
        }
    }

    /** What was used since the last time, each place once. */
    public static List<Use> take() {
        synchronized (USES) {
            List<Use> taken = List.copyOf(USES.values());
            USES.clear();
            walks = 0;
            return taken;
        }
    }

    /** Called where a class loads a library of native code, which asks the operating system itself. */
    public static void library(Class<?> by, String name) {
        ClassLoader loader = by.getClassLoader();
        if (loader != null && loader != ClassLoader.getPlatformClassLoader()) {
            used("loads native code: " + name);
        }
    }

    /** Called where the interfaces of the network are listed. */
    public static void interfaces() {
        used("asks for the network interfaces");
    }

    /** Called where the processes of the machine are listed. */
    public static void processes() {
        used("asks for processes of the machine");
    }

    /** Called where it is asked how much room there is for files. */
    public static void space() {
        used("asks how much room there is for files");
    }
}
