package fex.runtime;

import java.util.Map;
import java.util.Set;

/**
 * The virtual environment: whatever tests see of what surrounds the program is the same whenever and wherever they run, and nothing that
 * they do reaches it.
 *
 * <p>It is held from {@link #hold} to {@link #letGo}, for all of the JVM. What a test has changed of it goes with the test.
 */
public final class HeldEnvironment {
    /** What clocks show when a test begins: the noon (UTC) of 1 July 2026, in milliseconds since 1970. */
    public static final long NOON = 1_782_907_200_000L;

    /** What is held where something is; a system property may name some of it, to find out what the other parts are good for. */
    private static final Set<String> PARTS =
            Set.of(System.getProperty("fex.held", "console,files,machine,statics").split(","));

    private static volatile boolean isHeld;
    private static Runnable arming;
    private static boolean isArmed;

    private HeldEnvironment() {}

    /** Says what has the JDK ask for what is held; it runs once, before anything is held for the first time. */
    public static synchronized void armedBy(Runnable by) {
        arming = by;
    }

    /**
     * Has the JDK ask for what is held.
     *
     * @return whether it does; if not, nothing can be held
     */
    public static synchronized boolean arm() {
        if (!isArmed && arming != null) {
            // What the JDK is to call is loaded before it calls it.
            Environment.prepare();
            Waiting.prepare();
            Unheld.take();
            HeldExit.take();
            letGo();
            arming.run();
            isArmed = true;
        }
        return isArmed;
    }

    /**
     * Nothing of what surrounds the program is that of the machine from now on.
     *
     * @param instant what clocks show when a test begins, in milliseconds since 1970
     * @param variables the environment variables that are there beside the usual ones
     */
    public static void hold(long instant, Map<String, String> variables) {
        if (includes("machine")) {
            Environment.hold(instant);
            HeldMachine.hold(variables);
            HeldNetwork.hold();
            HeldProcesses.hold();
            HeldExit.hold();
        }
        if (includes("files")) {
            HeldFiles.hold();
        }
        if (includes("console")) {
            HeldConsole.hold();
        }
        isHeld = true;
    }

    /** Whether a part of the environment is held where something is: {@code console}, {@code files}, {@code statics}, or {@code machine}, which is the rest. */
    static boolean includes(String part) {
        return PARTS.contains(part);
    }

    /** Whether that is all of it. */
    public static boolean isWhole() {
        return includes("console") && includes("files") && includes("machine") && includes("statics");
    }

    /** All of it is that of the machine again. */
    public static void letGo() {
        isHeld = false;
        HeldStatics.letGo();
        HeldConsole.letGo();
        HeldExit.letGo();
        HeldProcesses.letGo();
        HeldNetwork.letGo();
        HeldMachine.letGo();
        HeldFiles.letGo();
        Environment.letGo();
    }

    /** Whether it is held. */
    public static boolean isHeld() {
        return isHeld;
    }

    /** A test begins. */
    public static void begin() {
        if (isHeld) {
            HeldStatics.begin();
            HeldMachine.begin();
            HeldNetwork.begin();
            HeldProcesses.begin();
            HeldExit.begin();
            HeldConsole.begin();
        }
    }

    /** It ends, and what it has changed for all of the JVM is as it was before. */
    public static void end() {
        if (isHeld) {
            HeldMachine.end();
            HeldConsole.end();
            HeldStatics.end();
        }
    }

    /** All tests of a class have ended, and what prepared them is as it was before. */
    public static void leave() {
        if (isHeld) {
            HeldMachine.leave();
            HeldStatics.leave();
        }
    }
}
