package fex.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Objects;
import java.util.function.Consumer;

/** What an object held at some time, as far as that can change; or what the static fields of a class did. */
abstract class Saved {
    private Saved() {}

    /** Whether it can hold anything else at all. */
    abstract boolean canChange();

    /** Whether it holds the same now. */
    abstract boolean isStill() throws IllegalAccessException;

    /** What it holds now. */
    abstract Saved now() throws IllegalAccessException;

    /** Has it hold the same again. */
    abstract void restore() throws IllegalAccessException;

    /** Tells of each object that it held, and of those that it always holds. */
    abstract void follow(Consumer<Object> to) throws IllegalAccessException;

    /** The fields of an object, or the static fields of a class where there is no object. */
    static final class OfFields extends Saved {
        private final Object object;
        private final Followable.Slots slots;
        private final Object[] values;

        private OfFields(Object object, Followable.Slots slots, Object[] values) {
            this.object = object;
            this.slots = slots;
            this.values = values;
        }

        static OfFields now(Object object, Followable.Slots slots) throws IllegalAccessException {
            Object[] values = new Object[slots.changing().length];
            for (int index = 0; index < values.length; index++) {
                values[index] = slots.changing()[index].get(object);
            }
            return new OfFields(object, slots, values);
        }

        /** What the static fields of a class hold before anything is assigned to them. */
        static OfFields atFirst(Followable.Slots slots) {
            Object[] values = new Object[slots.changing().length];
            for (int index = 0; index < values.length; index++) {
                // The one element of a new array is what a new field holds.
                values[index] = Array.get(Array.newInstance(slots.changing()[index].getType(), 1), 0);
            }
            return new OfFields(null, slots, values);
        }

        @Override
        boolean canChange() {
            return values.length > 0;
        }

        @Override
        boolean isStill() throws IllegalAccessException {
            for (int index = 0; index < values.length; index++) {
                if (isOther(index)) {
                    return false;
                }
            }
            return true;
        }

        private boolean isOther(int index) throws IllegalAccessException {
            Field field = slots.changing()[index];
            Object value = field.get(object);
            return value != values[index] && !(field.getType().isPrimitive() && value.equals(values[index]));
        }

        @Override
        Saved now() throws IllegalAccessException {
            return now(object, slots);
        }

        @Override
        void restore() throws IllegalAccessException {
            for (int index = 0; index < values.length; index++) {
                if (isOther(index)) {
                    slots.changing()[index].set(object, values[index]);
                }
            }
        }

        @Override
        void follow(Consumer<Object> to) throws IllegalAccessException {
            for (Object value : values) {
                to.accept(value);
            }
            for (Field field : slots.leading()) {
                to.accept(field.get(object));
            }
        }
    }

    /** What a thread has in a {@link ThreadLocal}: the one that runs tests. */
    static final class OfThread extends Saved {
        private final ThreadLocal<Object> local;
        private final ThreadValues values;
        private final Object value;

        OfThread(ThreadLocal<Object> local, ThreadValues values) throws IllegalAccessException {
            this.local = local;
            this.values = values;
            value = values.of(local);
        }

        @Override
        boolean canChange() {
            return true;
        }

        @Override
        boolean isStill() throws IllegalAccessException {
            return values.of(local) == value;
        }

        @Override
        Saved now() throws IllegalAccessException {
            return new OfThread(local, values);
        }

        @Override
        void restore() {
            if (value == ThreadValues.NONE) {
                local.remove();
            } else {
                local.set(value);
            }
        }

        @Override
        void follow(Consumer<Object> to) {
            to.accept(value);
        }
    }

    /** The elements of an array. */
    static final class OfElements extends Saved {
        private final Object array;
        private final Object copy;

        OfElements(Object array) {
            this.array = array;
            int length = Array.getLength(array);
            copy = Array.newInstance(array.getClass().getComponentType(), length);
            System.arraycopy(array, 0, copy, 0, length);
        }

        @Override
        boolean canChange() {
            return Array.getLength(copy) > 0;
        }

        @Override
        boolean isStill() {
            if (!(array instanceof Object[] elements)) {
                return Objects.deepEquals(array, copy);
            }
            Object[] kept = (Object[]) copy;
            for (int index = 0; index < kept.length; index++) {
                if (elements[index] != kept[index]) {
                    return false;
                }
            }
            return true;
        }

        @Override
        Saved now() {
            return new OfElements(array);
        }

        @Override
        void restore() {
            System.arraycopy(copy, 0, array, 0, Array.getLength(array));
        }

        @Override
        void follow(Consumer<Object> to) {
            if (copy instanceof Object[] elements) {
                for (Object element : elements) {
                    to.accept(element);
                }
            }
        }
    }
}
