package fex.runtime;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Which objects a capture reads, and what of them.
 *
 * @param root the binary name of the class whose objects are captured
 * @param limits how many objects of each group a structure within the bound has at most
 * @param width how many elements a container within the bound has at most
 * @param types the classes whose objects are read
 * @param constants the objects that are told apart by identity
 */
public record Layout(String root, List<Integer> limits, int width, List<Type> types, List<Constant> constants) {
    /**
     * A class of objects.
     *
     * @param name its binary name
     * @param group the group that its objects count in
     */
    public record Type(String name, int group, List<Slot> slots) {}

    /**
     * A field that is read.
     *
     * @param name the field, of the class or the nearest one above that has it
     * @param container whether it holds one value or several
     * @param used the slot that says how many places are in use, or -1
     * @param least the least integer within the bound
     * @param greatest the greatest one; what is no integer counts as within
     */
    public record Slot(String name, Container container, int used, long least, long greatest) {}

    /** What a field holds, in the order of the numbers in the protocol. */
    public enum Container {
        /** One value. */
        NONE,
        /** Elements in no order: of a collection or an array. */
        ELEMENTS,
        /** Elements by index: of an array or a list. */
        PLACES,
        /** Keys and values of a map. */
        ENTRIES,
    }

    /** An object that is told apart by identity: that in a static field of a class, or a new one where no field is named. */
    public record Constant(String type, String field) {}

    /** How the objects of one loaded class are read. */
    static final class Reading {
        final Class<?> type;

        /** Whether these are objects of the root class. */
        final boolean root;

        /** The number of the type among {@link Layout#types}, or -1 if nothing of these objects is read. */
        final int number;

        final int group;
        final Slot[] slots;
        final Field[] fields;

        /** Whether the fields are of type {@code int}, which is read without a box. */
        final boolean[] ints;

        /** The constants among the objects of the class, by identity. */
        final Map<Object, Integer> constants;

        private Reading(
                Class<?> type, boolean root, int number, int group, Slot[] slots, Field[] fields, Map<Object, Integer> known) {
            this.type = type;
            this.root = root;
            this.number = number;
            this.group = group;
            this.slots = slots;
            this.fields = fields;
            ints = new boolean[fields == null ? 0 : fields.length];
            for (int index = 0; index < ints.length; index++) {
                ints[index] = fields[index].getType() == int.class;
            }
            this.constants = known;
        }
    }

    /** Finds out once for each class how its objects are read. */
    public static final class Readings {
        private final Layout layout;
        private final Consumer<Class<?>> opener;
        private final Map<Class<?>, Reading> known = new ConcurrentHashMap<>();

        /** The constants that are in no field, by number. */
        private final Map<Integer, Object> made = new ConcurrentHashMap<>();

        /** @param opener makes the fields of a class of another module accessible */
        public Readings(Layout layout, Consumer<Class<?>> opener) {
            this.layout = layout;
            this.opener = opener;
        }

        /** How objects of a class are read. */
        Reading of(Class<?> type) throws ReflectiveOperationException {
            Reading reading = known.get(type);
            if (reading == null) {
                reading = read(type);
                known.put(type, reading);
            }
            return reading;
        }

        private Reading read(Class<?> type) throws ReflectiveOperationException {
            boolean root = false;
            int number = -1;
            Class<?> bound = null;
            Map<Object, Integer> constants = new IdentityHashMap<>();
            List<Class<?>> above = above(type);
            for (Class<?> at : above) {
                root |= at.getName().equals(layout.root);
                for (int index = 0; index < layout.types.size() && number < 0; index++) {
                    if (layout.types.get(index).name().equals(at.getName())) {
                        number = index;
                        bound = at;
                    }
                }
                for (int index = 0; index < layout.constants.size(); index++) {
                    Constant constant = layout.constants.get(index);
                    if (constant.type().equals(at.getName())) {
                        constants.put(constant(index, at), index);
                    }
                }
            }
            if (bound == null) {
                return new Reading(type, root, -1, 0, null, null, constants);
            }
            Type chosen = layout.types.get(number);
            Slot[] slots = chosen.slots().toArray(new Slot[0]);
            Field[] fields = new Field[slots.length];
            for (int index = 0; index < slots.length; index++) {
                fields[index] = field(bound, slots[index].name());
            }
            return new Reading(type, root, number, chosen.group(), slots, fields, constants);
        }

        /** One of the constants, of the class that the system's class loader has. */
        public Object constant(int number) throws ReflectiveOperationException {
            String type = layout.constants.get(number).type();
            return constant(number, Class.forName(type, true, ClassLoader.getSystemClassLoader()));
        }

        private Object constant(int number, Class<?> type) throws ReflectiveOperationException {
            String field = layout.constants.get(number).field();
            if (!field.isEmpty()) {
                return field(type, field).get(null);
            }
            Object known = made.get(number);
            if (known == null) {
                Constructor<?> constructor = type.getDeclaredConstructor();
                if (!constructor.trySetAccessible()) {
                    opener.accept(type);
                    constructor.setAccessible(true);
                }
                known = constructor.newInstance();
                made.put(number, known);
            }
            return known;
        }

        /** A class and what it extends, the nearest first, then all interfaces. */
        private static List<Class<?>> above(Class<?> type) {
            List<Class<?>> above = new ArrayList<>();
            for (Class<?> at = type; at != null; at = at.getSuperclass()) {
                above.add(at);
            }
            for (int next = 0; next < above.size(); next++) {
                for (Class<?> implemented : above.get(next).getInterfaces()) {
                    if (!above.contains(implemented)) {
                        above.add(implemented);
                    }
                }
            }
            return above;
        }

        private Field field(Class<?> type, String name) throws NoSuchFieldException {
            for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
                for (Field field : declaring.getDeclaredFields()) {
                    if (field.getName().equals(name)) {
                        return Fields.opened(field, opener);
                    }
                }
            }
            throw new NoSuchFieldException(type.getName() + "." + name);
        }
    }
}
