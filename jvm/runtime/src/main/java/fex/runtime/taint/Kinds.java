package fex.runtime.taint;

import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/** What it means for marks of which class an object is. */
final class Kinds {
    private static final int VALUE = 1;
    private static final int PROGRAM = 2;

    /** Collections of the JDK whose elements have their places. */
    private static final int ORDERED = 4;

    /** Those in which things are found by what they are. */
    private static final int KEYED = 8;

    /** What works on either: iterators, entries, views. */
    private static final int PART = 16;

    /** Queues that put their elements in an order of their own. */
    private static final Set<String> SORTED = Set.of(
            "java.util.PriorityQueue", "java.util.concurrent.PriorityBlockingQueue", "java.util.concurrent.DelayQueue");

    /** Classes with such collections inside that are none themselves. */
    private static final Set<String> HOSTS =
            Set.of("java.util.Collections", "java.util.Arrays", "java.util.ImmutableCollections");

    private static final int KEPT = 1 << 13;

    /** Classes that were asked for not long ago, by their hash codes. */
    private static final Kind[] KNOWN = new Kind[KEPT];

    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    /** What a class is, which is not kept alive by that. */
    private static final class Kind extends WeakReference<Class<?>> {
        private final int kind;

        Kind(Class<?> type, int kind) {
            super(type);
            this.kind = kind;
        }
    }

    private Kinds() {}

    private static int of(Class<?> type) {
        int at = type.hashCode() & KEPT - 1;
        Kind known = KNOWN[at];
        if (known != null && known.get() == type) {
            return known.kind;
        }
        ClassLoader loader = type.getClassLoader();
        boolean isJdk = loader == null || loader == PLATFORM;
        int kind = (isJdk && isUnchanging(type) || type.isEnum() ? VALUE : 0) | (isJdk ? 0 : PROGRAM);
        if (loader == null && type.getPackageName().startsWith("java.util") && !type.isArray()) {
            kind |= collection(type);
        }
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

    private static int collection(Class<?> type) {
        boolean isQueue = Queue.class.isAssignableFrom(type);
        if (List.class.isAssignableFrom(type) || isQueue && !SORTED.contains(type.getName())) {
            return ORDERED;
        } else if (Set.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type) || isQueue) {
            // An entry is found by its value as well.
            return type.getSimpleName().contains("Entr") ? PART : KEYED;
        } else if (Collection.class.isAssignableFrom(type)) {
            return PART;
        }
        boolean isPart = Iterator.class.isAssignableFrom(type)
                || Enumeration.class.isAssignableFrom(type)
                || Map.Entry.class.isAssignableFrom(type);
        Class<?> host = type.getNestHost();
        boolean isInside = Collection.class.isAssignableFrom(host) || Map.class.isAssignableFrom(host) || HOSTS.contains(host.getName());
        return isPart && isInside ? PART : 0;
    }

    /** What most values are, quickly. */
    private static boolean isPlain(Object object) {
        return object instanceof String || object instanceof Integer || object instanceof Long || object instanceof Class;
    }

    /** Whether an object is a collection of the JDK, or a part of one, whose elements have marks of their own. */
    static boolean holdsElements(Object object) {
        return object != null && (of(object.getClass()) & (ORDERED | KEYED | PART)) != 0;
    }

    /** Whether it is a collection whose elements have their places. */
    static boolean isOrdered(Object object) {
        return object != null && (of(object.getClass()) & ORDERED) != 0;
    }

    /** Whether it is a list that works on an array. */
    static boolean isOfArray(Object object) {
        return object.getClass().getName().equals("java.util.Arrays$ArrayList");
    }

    /** Whether it is a collection in which things are found by what they are. */
    static boolean isKeyed(Object object) {
        return object != null && (of(object.getClass()) & KEYED) != 0;
    }

    /** Whether an object never changes, so that a reference to it stands for what is in it. */
    static boolean isValue(Object object) {
        return object == null || isPlain(object) || (of(object.getClass()) & VALUE) != 0;
    }

    /**
     * Whether marks of what is in an object are kept beside it: what programs declare has fields for them.
     *
     * @param isReceiver whether a method of the JDK was called on it, which a class of a program may inherit
     */
    static boolean hasContent(Object object, boolean isReceiver) {
        if (object == null || isPlain(object)) {
            return false;
        }
        int kind = of(object.getClass());
        return (kind & VALUE) == 0 && (isReceiver || (kind & PROGRAM) == 0 || object.getClass().isArray());
    }
}
