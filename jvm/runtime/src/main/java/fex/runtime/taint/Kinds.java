package fex.runtime.taint;

/** What it means for marks of which class an object is. */
final class Kinds {
    private static final int VALUE = 1;
    private static final int PROGRAM = 2;

    /** For each class, whether its objects never change, and whether it belongs to a program. */
    private static final ClassValue<Integer> KINDS = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            ClassLoader loader = type.getClassLoader();
            boolean isJdk = loader == null || loader == ClassLoader.getPlatformClassLoader();
            return (isJdk && isUnchanging(type) || type.isEnum() ? VALUE : 0) | (isJdk ? 0 : PROGRAM);
        }
    };

    private Kinds() {}

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
        return object == null || (KINDS.get(object.getClass()) & VALUE) != 0;
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
        int kind = KINDS.get(object.getClass());
        return (kind & VALUE) == 0 && (isReceiver || (kind & PROGRAM) == 0 || object.getClass().isArray());
    }
}
