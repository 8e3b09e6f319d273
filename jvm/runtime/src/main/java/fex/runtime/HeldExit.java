package fex.runtime;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The end of the JVM that a program asks for, if it is held: the program is told that it ended, and the JVM goes on.
 *
 * <p>What it would do at its end is kept for the test, and nothing does it unless the test asks for that.
 */
public final class HeldExit {
    /** A program has asked for the end of the JVM: nothing comes after that in the thread. */
    public static final class Ended extends Error {
        private static final long serialVersionUID = 1L;

        private final int status;

        Ended(int status) {
            super("the program ends the JVM with status " + status);
            this.status = status;
        }

        /** The status that the JVM would end with. */
        public int status() {
            return status;
        }
    }

    private static volatile boolean isHeld;

    /** The first end that this test asked for; {@code null} if it did not. */
    private static Ended ended;

    private static final Set<Thread> HOOKS = new LinkedHashSet<>();

    private HeldExit() {}

    static void hold() {
        begin();
        isHeld = true;
    }

    static void letGo() {
        isHeld = false;
        begin();
    }

    static void begin() {
        synchronized (HOOKS) {
            ended = null;
            HOOKS.clear();
        }
    }

    /** Called first where the JVM is to end. */
    public static void exit(int status) {
        if (isHeld && !Environment.isForFramework()) {
            Ended asked = new Ended(status);
            synchronized (HOOKS) {
                if (ended == null) {
                    ended = asked;
                }
            }
            throw asked;
        }
    }

    /** The first end that this test has asked for since it was last asked; {@code null} if it did not. */
    public static Ended take() {
        synchronized (HOOKS) {
            Ended taken = ended;
            ended = null;
            return taken;
        }
    }

    /**
     * Called first where a thread is to run at the end of the JVM.
     *
     * @return whether it is kept for the test, and the JVM does not get to know it
     */
    public static boolean keeps(Thread hook) {
        if (!isHeld || hook == null || Environment.isForFramework()) {
            return false;
        }
        synchronized (HOOKS) {
            if (hook.getState() != Thread.State.NEW) {
                throw new IllegalArgumentException("Hook already running");
            }
            if (!HOOKS.add(hook)) {
                throw new IllegalArgumentException("Hook previously registered");
            }
            return true;
        }
    }

    /**
     * Called first where it is to run no longer.
     *
     * @return whether it was kept for the test
     */
    public static boolean drops(Thread hook) {
        if (!isHeld) {
            return false;
        }
        synchronized (HOOKS) {
            return HOOKS.remove(hook);
        }
    }

    /** Does what this test has asked for at the end of the JVM: all of it at once, as the JVM does. */
    public static void runHooks() throws InterruptedException {
        List<Thread> hooks;
        synchronized (HOOKS) {
            hooks = new ArrayList<>(HOOKS);
            HOOKS.clear();
        }
        hooks.forEach(Thread::start);
        for (Thread hook : hooks) {
            hook.join();
        }
    }
}
