package fex.runtime;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/**
 * A value that Java can assert well.
 *
 * @param type the class of a constant or of what was thrown, as {@code Class.getName} has it; the keyword of a number's type; the
 *     type of an array's elements as source has it
 * @param text a number, a text, or the name of a constant
 * @param parts the elements of an array or a list
 */
public record Shown(Kind kind, String type, String text, List<Shown> parts) {
    /** The longest text. */
    private static final int LONGEST = 2_000;

    /** How many elements an array or a list has at most. */
    private static final int MOST_PARTS = 64;

    /** Of which kind a value is. */
    public enum Kind {
        /** {@code null}. */
        NULL,
        /** A truth value. */
        TRUTH,
        /** A number or a character. */
        NUMBER,
        /** A string. */
        TEXT,
        /** An enum constant. */
        CONSTANT,
        /** An array. */
        ARRAY,
        /** A list. */
        LIST,
        /** Nothing: something was thrown. */
        THROWN,
        /** Any other object, of which nothing more can be asserted well. */
        OBJECT,
    }

    /** What was thrown; null if that says nothing. */
    static Shown thrown(Throwable thrown) {
        // Where the fuel is used up or the stack, nothing is known.
        boolean isCut = thrown instanceof HitLimit || thrown instanceof VirtualMachineError;
        return isCut ? null : new Shown(Kind.THROWN, thrown.getClass().getName(), "", List.of());
    }

    /** A value. */
    static Shown of(Object value) {
        Shown whole = of(value, 0);
        return whole == null ? new Shown(Kind.OBJECT, "", "", List.of()) : whole;
    }

    /** A value; null if it is any other object. */
    private static Shown of(Object value, int level) {
        if (value == null) {
            return new Shown(Kind.NULL, "", "", List.of());
        } else if (value instanceof Boolean) {
            return new Shown(Kind.TRUTH, "", value.toString(), List.of());
        } else if (value instanceof String text) {
            return text.length() > LONGEST ? null : new Shown(Kind.TEXT, "", text, List.of());
        } else if (value instanceof Enum<?> constant) {
            return new Shown(Kind.CONSTANT, constant.getDeclaringClass().getName(), constant.name(), List.of());
        } else if (value.getClass().isArray()) {
            return array(value, level);
        } else if (value instanceof List<?> list && value.getClass().getName().startsWith("java.util.")) {
            return list(list, level);
        }
        String keyword = keyword(value);
        return keyword == null ? null : new Shown(Kind.NUMBER, keyword, value.toString(), List.of());
    }

    private static String keyword(Object value) {
        if (value instanceof Integer) {
            return "int";
        } else if (value instanceof Long) {
            return "long";
        } else if (value instanceof Character) {
            return "char";
        } else if (value instanceof Byte) {
            return "byte";
        } else if (value instanceof Short) {
            return "short";
        } else if (value instanceof Double) {
            return "double";
        } else if (value instanceof Float) {
            return "float";
        }
        return null;
    }

    private static Shown array(Object array, int level) {
        int length = Array.getLength(array);
        if (level > 1 || length > MOST_PARTS) {
            return null;
        }
        List<Shown> parts = new ArrayList<>();
        for (int index = 0; index < length; index++) {
            parts.add(of(Array.get(array, index), level + 1));
        }
        String element = array.getClass().getComponentType().getCanonicalName();
        return parts.contains(null) || element == null ? null : new Shown(Kind.ARRAY, element, "", parts);
    }

    private static Shown list(List<?> list, int level) {
        if (level > 1 || list.size() > MOST_PARTS) {
            return null;
        }
        List<Shown> parts = new ArrayList<>();
        for (Object element : list) {
            parts.add(of(element, level + 1));
        }
        return parts.contains(null) ? null : new Shown(Kind.LIST, "", "", parts);
    }
}
