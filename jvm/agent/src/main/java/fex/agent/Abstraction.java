package fex.agent;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Reads live objects as a specification sees them: the fields that it names, of the classes that it names. */
final class Abstraction {
    /** How many objects are read before a structure counts as too large. */
    private static final int MOST = 10_000;

    /** The classes with fields that are read; subclasses stand before their superclasses. */
    private final List<Class<?>> classes = new ArrayList<>();

    /** The number of each of them in the request. */
    private final List<Integer> numbers = new ArrayList<>();

    /** Their fields, inherited ones included. */
    private final List<List<Field>> fields = new ArrayList<>();

    private final List<Object> constants = new ArrayList<>();

    Abstraction(List<Request.Shape> shapes, List<Request.Constant> given) throws ReflectiveOperationException {
        for (int number = 0; number < shapes.size(); number++) {
            Request.Shape shape = shapes.get(number);
            Class<?> type = load(shape.type());
            List<Field> read = new ArrayList<>();
            for (String name : shape.fields()) {
                read.add(field(type, name));
            }
            int place = 0;
            while (place < classes.size() && !classes.get(place).isAssignableFrom(type)) {
                place++;
            }
            classes.add(place, type);
            numbers.add(place, number);
            fields.add(place, read);
        }
        for (Request.Constant constant : given) {
            constants.add(constant(load(constant.type()), constant.field()));
        }
    }

    private static Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name, true, ClassLoader.getSystemClassLoader());
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            for (Field field : declaring.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(type.getName() + "." + name);
    }

    /** The object in a static field, or a new one. */
    private static Object constant(Class<?> type, String name) throws ReflectiveOperationException {
        if (!name.isEmpty()) {
            return field(type, name).get(null);
        }
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    /** An argument as an object of a parameter's type. */
    Object argument(Request.Argument argument, Class<?> type) {
        if (argument instanceof Request.Int number) {
            return number(number.value(), type);
        } else if (argument instanceof Request.Text text) {
            return text.value();
        } else if (argument instanceof Request.Listed listed) {
            return constants.get(listed.number());
        }
        return null;
    }

    private static Object number(long value, Class<?> type) {
        if (type == boolean.class || type == Boolean.class) {
            return value != 0;
        } else if (type == long.class || type == Long.class) {
            return value;
        } else if (type == short.class || type == Short.class) {
            return (short) value;
        } else if (type == byte.class || type == Byte.class) {
            return (byte) value;
        } else if (type == char.class || type == Character.class) {
            return (char) value;
        } else if (type == double.class || type == Double.class) {
            return (double) value;
        } else if (type == float.class || type == Float.class) {
            return (float) value;
        }
        return (int) value;
    }

    /** The objects that an object leads to, itself first. */
    List<Report.Observed> read(Object root) throws IllegalAccessException {
        Map<Object, Integer> numberOf = new IdentityHashMap<>();
        List<Object> objects = new ArrayList<>();
        Walk walk = new Walk(numberOf, objects);
        if (!(walk.value(root) instanceof Report.Reference)) {
            throw new IllegalArgumentException("the specification has no such object");
        }
        List<Report.Observed> observed = new ArrayList<>();
        for (int next = 0; next < objects.size(); next++) {
            if (objects.size() > MOST) {
                throw new IllegalArgumentException("too many objects");
            }
            Object object = objects.get(next);
            int place = place(object);
            List<Report.Value> values = new ArrayList<>();
            for (Field field : fields.get(place)) {
                values.add(walk.field(field.get(object)));
            }
            observed.add(new Report.Observed(numbers.get(place), values));
        }
        return observed;
    }

    /** The place of the most specific class of an object, or -1. */
    private int place(Object object) {
        for (int place = 0; place < classes.size(); place++) {
            if (classes.get(place).isInstance(object)) {
                return place;
            }
        }
        return -1;
    }

    /** Reads values, and numbers the objects that it meets. */
    private final class Walk {
        private final Map<Object, Integer> numberOf;
        private final List<Object> objects;
        private final List<Object> others = new ArrayList<>();

        Walk(Map<Object, Integer> numberOf, List<Object> objects) {
            this.numberOf = numberOf;
            this.objects = objects;
        }

        /** The value of a field, which may hold many. */
        Report.Value field(Object value) {
            if (value instanceof Map<?, ?> map && place(value) < 0) {
                List<Report.Value> cells = new ArrayList<>();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    cells.add(value(entry.getKey()));
                    cells.add(value(entry.getValue()));
                }
                return new Report.Many(cells);
            }
            if (value instanceof Collection<?> collection && place(value) < 0) {
                List<Report.Value> elements = new ArrayList<>();
                for (Object element : collection) {
                    elements.add(value(element));
                }
                return new Report.Many(elements);
            }
            if (value != null && value.getClass().isArray()) {
                List<Report.Value> elements = new ArrayList<>();
                for (int index = 0; index < Array.getLength(value); index++) {
                    elements.add(value(Array.get(value, index)));
                }
                return new Report.Many(elements);
            }
            return value(value);
        }

        /** A single value. */
        Report.Value value(Object value) {
            if (value == null) {
                return new Report.Nothing();
            }
            for (int number = 0; number < constants.size(); number++) {
                if (constants.get(number) == value) {
                    return new Report.Known(number);
                }
            }
            if (value instanceof Boolean bool) {
                return new Report.Int(bool ? 1 : 0);
            } else if (value instanceof Character character) {
                return new Report.Int(character);
            } else if (value instanceof Number number && number.doubleValue() == number.longValue()) {
                return new Report.Int(number.longValue());
            } else if (value instanceof String text) {
                return new Report.Text(text);
            } else if (place(value) < 0) {
                return new Report.Other(number(value, others));
            }
            return new Report.Reference(number(value, objects));
        }

        /** The number of an object among its like; a new one if it is met for the first time. */
        private int number(Object object, List<Object> like) {
            Integer known = numberOf.putIfAbsent(object, like.size());
            if (known == null) {
                like.add(object);
                return like.size() - 1;
            }
            return known;
        }
    }
}
