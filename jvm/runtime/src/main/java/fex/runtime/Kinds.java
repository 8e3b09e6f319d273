package fex.runtime;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** How objects of any class are read: once found out for each class. */
final class Kinds {
    /** What objects of a class are to whoever reads them. */
    enum Kind {
        /** A number, a truth value or a character. */
        NUMBER,
        /** A string. */
        TEXT,
        /** An object of the JRE that never changes, which its text tells whole. */
        NAMED,
        /** A text that can be changed. */
        BUFFER,
        /** An enum constant. */
        CONSTANT,
        /** An array of numbers. */
        NUMBERS,
        /** An array of objects. */
        ARRAY,
        /** A collection of the JRE whose elements have an order. What extends this or one of the next three is one, too. */
        SEQUENCE,
        /** A collection of the JRE whose elements have none, or one by hash codes. */
        SET,
        /** A map of the JRE whose keys have an order. */
        ORDERED_MAP,
        /** A map of the JRE whose keys have none, or one by hash codes. */
        MAP,
        /** What belongs to the JVM and not to the program: of it, nothing but the class is read. */
        OPAQUE,
        /** Anything that was thrown. */
        THROWN,
        /** Anything else: its fields. */
        OBJECT,
    }

    /**
     * How the objects of one class are read.
     *
     * @param name its binary name, without what is another one in every JVM
     * @param number a number that is the same in every JVM
     * @param fields the fields that are read, which a class has that extends a collection or a map of the JRE, too
     * @param contents what a collection or a map holds; null for anything else
     */
    record Reading(Kind kind, String name, long number, List<Field> fields, Contents contents) {}

    private static final Set<String> SEQUENCES = Set.of(
            "java.util.ArrayList",
            "java.util.LinkedList",
            "java.util.Vector",
            "java.util.Stack",
            "java.util.ArrayDeque",
            "java.util.PriorityQueue",
            "java.util.LinkedHashSet",
            "java.util.TreeSet",
            "java.util.RegularEnumSet",
            "java.util.JumboEnumSet",
            "java.util.Arrays$ArrayList",
            "java.util.Collections$EmptyList",
            "java.util.Collections$EmptySet",
            "java.util.Collections$SingletonList",
            "java.util.Collections$SingletonSet",
            "java.util.ImmutableCollections$List12",
            "java.util.ImmutableCollections$ListN",
            "java.util.concurrent.CopyOnWriteArrayList",
            "java.util.concurrent.ConcurrentLinkedQueue",
            "java.util.concurrent.ConcurrentLinkedDeque");

    private static final Set<String> SETS = Set.of(
            "java.util.HashSet", "java.util.ImmutableCollections$Set12", "java.util.ImmutableCollections$SetN");

    private static final Set<String> ORDERED_MAPS = Set.of(
            "java.util.LinkedHashMap",
            "java.util.TreeMap",
            "java.util.EnumMap",
            "java.util.Collections$EmptyMap",
            "java.util.Collections$SingletonMap",
            "java.util.concurrent.ConcurrentSkipListMap");

    private static final Set<String> MAPS = Set.of(
            "java.util.HashMap",
            "java.util.Hashtable",
            "java.util.Properties",
            "java.util.IdentityHashMap",
            "java.util.concurrent.ConcurrentHashMap",
            "java.util.ImmutableCollections$Map1",
            "java.util.ImmutableCollections$MapN");

    private static final Set<String> NAMED = Set.of(
            "java.math.BigInteger",
            "java.util.UUID",
            "java.util.Locale",
            "java.util.Currency",
            "java.util.regex.Pattern",
            "java.net.URI",
            "java.io.File",
            "sun.nio.fs.UnixPath",
            "sun.nio.fs.WindowsPath");

    /** The names of packages and classes, of which the objects and those of what extends these belong to the JVM. */
    private static final List<String> OPAQUE = List.of(
            "java.lang.Thread",
            "java.lang.ClassLoader",
            "java.lang.Module",
            "java.lang.reflect.",
            "java.lang.invoke.",
            "java.lang.ref.",
            "java.security.",
            "java.util.logging.",
            // What the operating system holds for them: which number it has, and how many share it.
            "java.io.FileDescriptor",
            "java.util.zip.ZipFile$CleanableResource",
            "java.util.zip.Inflater$InflaterZStreamRef",
            "java.util.zip.Deflater$DeflaterZStreamRef",
            "sun.",
            "jdk.",
            "com.sun.");

    private final ClassValue<Reading> readings;

    /** @param opener makes the fields of a class of another module accessible */
    Kinds(Consumer<Class<?>> opener) {
        readings = new ClassValue<>() {
            @Override
            protected Reading computeValue(Class<?> type) {
                Class<?> holder = holder(type);
                Kind kind = holder == null ? kind(type) : holding(holder.getName());
                String name = name(type);
                List<Field> fields =
                        switch (kind) {
                            case OBJECT -> Fields.of(type, null, opener);
                            case THROWN -> Fields.of(type, Throwable.class, opener);
                            case SEQUENCE, SET, ORDERED_MAP, MAP -> Fields.of(type, holder, opener);
                            default -> List.of();
                        };
                boolean isMap = kind == Kind.ORDERED_MAP || kind == Kind.MAP;
                Contents contents = holder == null ? null : new Contents(holder, isMap, opener);
                return new Reading(kind, name, Digest.of(name), fields, contents);
            }
        };
    }

    /** How the objects of a class are read. */
    Reading of(Class<?> type) {
        return readings.get(type);
    }

    /** The fields of objects of a class that are read in another way as a rule; for whoever wants the fields nevertheless. */
    static List<Field> fields(Class<?> type, Consumer<Class<?>> opener) {
        return type.isArray() ? List.of() : Fields.of(type, null, opener);
    }

    private static Kind kind(Class<?> type) {
        String name = type.getName();
        if (type.isArray()) {
            return type.getComponentType().isPrimitive() ? Kind.NUMBERS : Kind.ARRAY;
        } else if (type == String.class) {
            return Kind.TEXT;
        } else if (type == StringBuilder.class || type == StringBuffer.class) {
            return Kind.BUFFER;
        } else if (Enum.class.isAssignableFrom(type)) {
            return Kind.CONSTANT;
        } else if (Throwable.class.isAssignableFrom(type)) {
            return Kind.THROWN;
        } else if (isNumber(type)) {
            return Kind.NUMBER;
        } else if (type == Class.class || NAMED.contains(name) || name.startsWith("java.time.")) {
            return Kind.NAMED;
        }
        return isOpaque(type) ? Kind.OPAQUE : Kind.OBJECT;
    }

    /** The collection or the map of the JRE that a class is or extends; null if it is none. */
    private static Class<?> holder(Class<?> type) {
        Class<?> at = isOpaque(type) ? null : type;
        while (at != null && holding(at.getName()) == null) {
            at = at.getSuperclass();
        }
        return at;
    }

    /** What a class of the JRE is if it is a collection or a map. */
    private static Kind holding(String name) {
        if (SEQUENCES.contains(name)) {
            return Kind.SEQUENCE;
        } else if (SETS.contains(name)) {
            return Kind.SET;
        } else if (ORDERED_MAPS.contains(name)) {
            return Kind.ORDERED_MAP;
        }
        return MAPS.contains(name) ? Kind.MAP : null;
    }

    private static boolean isNumber(Class<?> type) {
        return type == Integer.class
                || type == Long.class
                || type == Boolean.class
                || type == Character.class
                || type == Byte.class
                || type == Short.class
                || type == Double.class
                || type == Float.class;
    }

    private static boolean isOpaque(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (String start : OPAQUE) {
                if (at.getName().startsWith(start)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Classes that are made while the program runs have a number or an address in their names. */
    private static String name(Class<?> type) {
        String name = type.getTypeName();
        int cut = name.indexOf("$$");
        cut = cut < 0 ? name.indexOf("$MockitoMock$") : cut;
        if (cut >= 0) {
            int end = cut + 2;
            while (end < name.length() && Character.isLetter(name.charAt(end))) {
                end++;
            }
            return name.substring(0, end);
        }
        int proxy = name.indexOf("$Proxy");
        return proxy < 0 ? name : name.substring(proxy, proxy + "$Proxy".length());
    }
}
