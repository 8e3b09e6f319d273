package fex.runtime;

import java.util.function.Supplier;

/** Who called, asked for what the JDK tells fex: to find that out reads and waits itself, and nobody is asked again meanwhile. */
final class CallStack {
    /** Whether this thread is in the middle of it. */
    private static final ThreadLocal<Boolean> ASKING = new ThreadLocal<>() {
        @Override
        protected Boolean initialValue() {
            return false;
        }
    };

    /** What goes through the frames, the innermost first. Without the references, newer JDKs do not tell descriptors. */
    static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private CallStack() {}

    /**
     * Finds something out.
     *
     * @param meanwhile what this thread gets in the middle of that
     */
    static <T> T ask(T meanwhile, Supplier<T> question) {
        if (ASKING.get()) {
            return meanwhile;
        }
        ASKING.set(true);
        try {
            return question.get();
        } finally {
            ASKING.set(false);
        }
    }

    /** Whether this thread is in the middle of that. */
    static boolean isAsking() {
        return ASKING.get();
    }
}
