package fex.runtime.taint;

/** What it means for marks of which class an object is. */
final class Kinds {
    private static final int VALUE = 1;
    private static final int PROGRAM = 2;

    /** For each class of the JDK, whether its objects never change. */
    private static final ClassValue<Integer> KINDS = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            return isUnchanging(type) || type.isEnum() ? VALUE : 0;
        }
    };

    private static final int KEPT = 1024;

    /** Classes of the JDK that were asked for not long ago, by their hash codes. That keeps no others alive. */
    private static final Kind[] KNOWN = new Kind[KEPT];

    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    private record Kind(Class<?> type, int kind) {}

    private Kinds() {}

    private static int of(Class<?> type) {
        int at = type.hashCode() & KEPT - 1;
        Kind known = KNOWN[at];
        if (known != null && known.type == type) {
            return known.kind;
        }
        ClassLoader loader = type.getClassLoader();
        if (loader != null && loader != PLATFORM) {
            return type.isEnum() ? VALUE | PROGRAM : PROGRAM;
        }
        int kind = KINDS.get(type);
        KNOWN[at] = new Kind(type, kind);
        return kind;
    }

    private static boolean isUnchanging(Class<?> type) {
        String name = type.getName();
        boolean isOfLang = type.getPackageName().equals("java.lang")
                && !name.equals("java.lang.Object")
                && !Appendable.class.isAssignableFrom(type)
                && !Throwable.class.isAssignableFrom(type)
                && !Thread.class.isAssignableFrom(type)
                && !ThreadLocal.class.isAssignableFrom(type)
                && !Process.class.isAssignableFrom(type);
        return isOfLang && !type.isArray()
                || name.startsWith("java.time.")
                || name.equals("java.math.BigInteger")
                || name.equals("java.math.BigDecimal")
                || name.equals("java.math.MathContext")
                || name.equals("java.util.UUID")
                || name.equals("java.util.Locale")
                || name.equals("java.util.Optional")
                || name.equals("java.util.OptionalInt")
                || name.equals("java.util.OptionalLong")
                || name.equals("java.util.OptionalDouble")
                || name.equals("java.util.Currency")
                || name.equals("java.util.regex.Pattern")
                || name.equals("java.net.URI")
                || name.equals("java.net.URL")
                || name.equals("java.io.File")
                || name.equals("sun.nio.fs.UnixPath");
    }

    /** Whether an object never changes, so that a reference to it stands for what is in it. */
    static boolean isValue(Object object) {
        return object == null || (of(object.getClass()) & VALUE) != 0;
    }

    /**
     * Whether marks of what is in an object are kept beside it: what programs declare has fields for them.
     *
     * @param isReceiver whether a method of the JDK was called on it, which a class of a program may inherit
     */
    static boolean hasContent(Object object, boolean isReceiver) {
        if (object == null) {
            return false;
        }
        int kind = of(object.getClass());
        return (kind & VALUE) == 0 && (isReceiver || (kind & PROGRAM) == 0 || object.getClass().isArray());
    }
}
