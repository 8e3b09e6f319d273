package fex.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Where exceptions come from. */
final class Traces {
    /** How many methods are told of. */
    private static final int FRAMES = 40;

    private static final Report.Trace NONE = new Report.Trace(List.of(), "", List.of());

    private Traces() {}

    /** Where an exception comes from, if the program itself has not put it into words; nothing if there is none. */
    static Report.Trace of(Throwable thrown) {
        if (thrown == null || !isOfMachine(thrown)) {
            return NONE;
        }
        List<String> kinds = new ArrayList<>();
        for (Class<?> kind = thrown.getClass(); kind != Object.class; kind = kind.getSuperclass()) {
            kinds.add(kind.getName());
        }
        List<Report.StackFrame> frames = new ArrayList<>();
        for (StackTraceElement frame : thrown.getStackTrace()) {
            boolean isPerforming = frame.getClassName().equals(Performer.class.getName());
            if (isPerforming || frames.size() == FRAMES) {
                break;
            }
            int line = Math.max(frame.getLineNumber(), 0);
            frames.add(new Report.StackFrame(frame.getClassName(), frame.getMethodName(), line));
        }
        return new Report.Trace(kinds, says(thrown), frames);
    }

    /** Whether the JVM or the JDK has thrown an exception, or something like an assertion. */
    static boolean isOfMachine(Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        return frames.length == 0
                || frames[0].getModuleName() != null
                || thrown instanceof NullPointerException
                || thrown instanceof ClassCastException
                || thrown instanceof ArithmeticException
                || thrown instanceof IndexOutOfBoundsException
                || thrown instanceof ArrayStoreException
                || thrown instanceof NegativeArraySizeException
                || thrown instanceof Error;
    }

    /** What an exception says. */
    static String says(Throwable thrown) {
        try {
            return Objects.requireNonNullElse(thrown.getMessage(), "");
        } catch (RuntimeException | StackOverflowError unsaid) {
            return "";
        }
    }
}
