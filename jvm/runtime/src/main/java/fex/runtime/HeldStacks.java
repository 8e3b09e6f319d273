package fex.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * Stack traces as programs get them if the environment is held: they end with the test, whoever runs it, and have no methods of fex.
 *
 * <p>{@code fex.instrument.Machines} has {@link Throwable} ask for them.
 */
public final class HeldStacks {
    private HeldStacks() {}

    /** In place of a stack trace, the innermost frame first. */
    public static StackTraceElement[] trace(StackTraceElement[] real) {
        return HeldEnvironment.isHeld() && Environment.isForProgram() ? ofProgram(real) : real;
    }

    /**
     * A trace without the frames of fex, and without those from the outermost one on that belong to what runs tests. A thread that the
     * program has started is not run by that, and keeps those of the JDK.
     */
    private static StackTraceElement[] ofProgram(StackTraceElement[] real) {
        int end = real.length;
        boolean isRun = false;
        while (end > 0 && !Environment.isOfProgram(real[end - 1].getClassName())) {
            end--;
            isRun |= isOfRunner(real[end].getClassName());
        }
        if (end == 0 || !isRun) {
            end = real.length;
        }
        List<StackTraceElement> kept = new ArrayList<>(end);
        for (int index = 0; index < end; index++) {
            if (!isOfFex(real[index].getClassName())) {
                kept.add(real[index]);
            }
        }
        return kept.size() == real.length ? real : kept.toArray(new StackTraceElement[0]);
    }

    private static boolean isOfRunner(String type) {
        return isOfFex(type) || Environment.isFramework(type);
    }

    private static boolean isOfFex(String type) {
        return type.startsWith("fex.");
    }
}
