package sequences;

/** What classes are inside of others. */
public final class Nest {
    private Nest() {}

    /** Tests that call it suppress a warning: those of the project may be compiled without any. */
    @Deprecated
    public static int around(Class<?> type) {
        Class<?> outer = type.getEnclosingClass();
        return outer == null ? 0 : length(outer);
    }

    // detected: 0 1; that takes a class inside of another one
    private static int length(Class<?> outer) {
        return outer.getName().length();
    }
}
