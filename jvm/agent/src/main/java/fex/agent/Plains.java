package fex.agent;

import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Tells values as far as source can write them. None of the program's code is called. */
final class Plains {
    /** The longest text that an assertion should have. */
    private static final int LONGEST = 400;

    /** How many elements an array or a list may have. */
    private static final int MOST = 24;

    /** How deep they may be in each other. */
    private static final int DEEPEST = 3;

    private Plains() {}

    /** @param number the place of the value among all values, of which those before it may be the same object */
    static Report.Plain of(Object value, List<Object> values, int number) {
        Report.Plain plain = plain(value, 0);
        if (plain instanceof Report.Plain.Other) {
            for (int place = 0; place < number; place++) {
                if (values.get(place) == value) {
                    return new Report.Plain.Same(place);
                }
            }
        }
        return plain;
    }

    private static Report.Plain plain(Object value, int depth) {
        if (value == null) {
            return new Report.Plain.Null();
        }
        Report.Plain number = number(value);
        if (number != null) {
            return number;
        }
        Class<?> type = value.getClass();
        if (value instanceof String text && text.length() <= LONGEST && isWhole(text)) {
            return new Report.Plain.Text(text);
        } else if (value instanceof Enum<?> constant) {
            return new Report.Plain.Constant(constant.getDeclaringClass().getName(), constant.name());
        } else if (value instanceof Class<?> named) {
            return new Report.Plain.ClassLiteral(named.descriptorString());
        } else if (type.isArray() && Array.getLength(value) <= MOST) {
            List<Object> elements = new ArrayList<>();
            for (int index = 0; index < Array.getLength(value); index++) {
                elements.add(Array.get(value, index));
            }
            List<Report.Plain> parts = parts(elements, depth);
            if (parts != null) {
                return new Report.Plain.Array(type.getComponentType().descriptorString(), parts);
            }
        } else if (value instanceof List<?> list && type.getName().startsWith("java.util.") && list.size() <= MOST) {
            List<Report.Plain> parts = parts(list, depth);
            if (parts != null) {
                return new Report.Plain.ListOf(parts);
            }
        }
        return new Report.Plain.Other(type.getName());
    }

    /** Elements; null if one of them cannot be told. */
    private static List<Report.Plain> parts(List<?> elements, int depth) {
        List<Report.Plain> parts = new ArrayList<>();
        for (Object element : elements) {
            Report.Plain part = depth < DEEPEST ? plain(element, depth + 1) : null;
            if (part == null || part instanceof Report.Plain.Other) {
                return null;
            }
            parts.add(part);
        }
        return parts;
    }

    private static Report.Plain number(Object value) {
        if (value instanceof Boolean truth) {
            return new Report.Plain.Number("Z", truth ? 1 : 0);
        } else if (value instanceof Byte number) {
            return new Report.Plain.Number("B", number);
        } else if (value instanceof Character letter) {
            return new Report.Plain.Number("C", letter);
        } else if (value instanceof Short number) {
            return new Report.Plain.Number("S", number);
        } else if (value instanceof Integer number) {
            return new Report.Plain.Number("I", number);
        } else if (value instanceof Long number) {
            return new Report.Plain.Number("J", number);
        } else if (value instanceof Float number) {
            return new Report.Plain.Number("F", Float.floatToIntBits(number));
        } else if (value instanceof Double number) {
            return new Report.Plain.Number("D", Double.doubleToLongBits(number));
        }
        return null;
    }

    /** Whether no half of a character stands alone, which a message cannot hold. */
    private static boolean isWhole(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }
}
