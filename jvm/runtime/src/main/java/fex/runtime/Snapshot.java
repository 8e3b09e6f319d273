package fex.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Reads the objects that an object leads to, in the order in which a breadth-first walk meets them, as the bytes that the
 * protocol has for them: equal bytes mean equal structures. Memory is reused from one walk to the next.
 */
final class Snapshot {
    /** The longest text that is told apart by its content. */
    private static final int LONGEST_TEXT = 1_000;

    /** How many places of an array are looked at. */
    private static final int MOST_PLACES = 1 << 16;

    /** The structure is larger than the bound; no stack is recorded, because this is no error. */
    static final class Beyond extends Exception {
        private static final long serialVersionUID = 1L;

        /** A group that has too many objects, or the number of groups plus the number of a type's slot. */
        final int what;

        Beyond(int what) {
            super(null, null, false, false);
            this.what = what;
        }
    }

    private final Layout layout;
    private final Layout.Readings readings;

    /** For each type, the number of its first slot among all. */
    private final int[] firstSlot;

    private byte[] bytes = new byte[256];
    private int length;

    /** The objects that were met, by number; a structure within the bound is small, so a search in a row is fast. */
    private Object[] objects = new Object[16];

    private Layout.Reading[] kinds = new Layout.Reading[16];
    private int count;

    /** The objects that were met of which nothing is read, by number. */
    private Object[] others = new Object[16];

    private int otherCount;

    private final int[] limits;
    private final int[] perGroup;

    Snapshot(Layout layout, Layout.Readings readings) {
        this.layout = layout;
        this.readings = readings;
        limits = layout.limits().stream().mapToInt(Integer::intValue).toArray();
        perGroup = new int[limits.length];
        firstSlot = new int[layout.types().size()];
        int next = 0;
        for (int type = 0; type < firstSlot.length; type++) {
            firstSlot[type] = next;
            next += layout.types().get(type).slots().size();
        }
    }

    /** The bytes of the last walk; valid until the next one. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Walks from an object. */
    void take(Object root, Layout.Reading reading) throws Beyond, ReflectiveOperationException {
        length = 0;
        count = 0;
        otherCount = 0;
        Arrays.fill(perGroup, 0);
        try {
            i32(0);
            number(root, reading);
            for (int next = 0; next < count; next++) {
                object(objects[next], kinds[next]);
            }
            int end = length;
            length = 0;
            i32(count);
            length = end;
        } finally {
            // What the tests are done with must not live on here.
            Arrays.fill(objects, 0, count, null);
            Arrays.fill(others, 0, otherCount, null);
        }
    }

    private void object(Object object, Layout.Reading reading) throws Beyond, ReflectiveOperationException {
        Layout.Slot[] slots = reading.slots;
        i32(reading.number);
        i32(slots.length);
        for (int index = 0; index < slots.length; index++) {
            Layout.Slot slot = slots[index];
            Field field = reading.fields[index];
            int place = limits.length + firstSlot[reading.number] + index;
            if (slot.container() == Layout.Container.NONE) {
                Class<?> type = field.getType();
                if (type == int.class) {
                    integer(field.getInt(object), slot, place);
                } else {
                    value(field.get(object), slot, place);
                }
            } else {
                int used = Integer.MAX_VALUE;
                if (slot.used() >= 0) {
                    Object counter = reading.fields[slot.used()].get(object);
                    used = counter instanceof Number number ? number.intValue() : 0;
                }
                container(field.get(object), slot, place, used);
            }
        }
    }

    private void container(Object values, Layout.Slot slot, int place, int used)
            throws Beyond, ReflectiveOperationException {
        if (values == null) {
            u8(0);
            return;
        }
        u8(5);
        int at = length;
        i32(0);
        int written = 0;
        if (values instanceof Map<?, ?> map) {
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                written += 2;
                bound(written / 2, place);
                value(entry.getKey(), slot, place);
                value(entry.getValue(), slot, place);
            }
        } else if (slot.container() == Layout.Container.PLACES) {
            List<?> list = values instanceof List<?> of ? of : null;
            int end = Math.min(list == null ? Array.getLength(values) : list.size(), used);
            // Unused places at the end say nothing.
            while (end > 0 && end <= MOST_PLACES && element(values, list, end - 1) == null) {
                end--;
            }
            bound(end, place);
            for (int index = 0; index < end; index++) {
                value(element(values, list, index), slot, place);
            }
            written = Math.max(end, 0);
        } else if (values instanceof Iterable<?> elements) {
            for (Object element : elements) {
                bound(++written, place);
                value(element, slot, place);
            }
        } else {
            int end = Array.getLength(values);
            bound(end > MOST_PLACES ? end : 0, place);
            for (int index = 0; index < end; index++) {
                Object element = Array.get(values, index);
                if (element != null) {
                    bound(++written, place);
                    value(element, slot, place);
                }
            }
        }
        int end = length;
        length = at;
        i32(written);
        length = end;
    }

    private static Object element(Object values, List<?> list, int index) {
        return list == null ? Array.get(values, index) : list.get(index);
    }

    private void bound(int elements, int place) throws Beyond {
        if (elements > layout.width()) {
            throw new Beyond(place);
        }
    }

    private void value(Object value, Layout.Slot slot, int place) throws Beyond, ReflectiveOperationException {
        if (value == null) {
            u8(0);
            return;
        }
        if (value instanceof Integer integer) {
            integer(integer, slot, place);
            return;
        }
        if (value instanceof String text) {
            text(text);
            return;
        }
        if (value instanceof Character character) {
            integer(character, slot, place);
            return;
        }
        if (value instanceof Boolean bool) {
            integer(bool ? 1 : 0, slot, place);
            return;
        }
        if (value instanceof Number number && number.getClass().getName().startsWith("java.lang.")) {
            if (number.doubleValue() == number.longValue()) {
                integer(number.longValue(), slot, place);
            } else {
                text(number.toString());
            }
            return;
        }
        Layout.Reading reading = readings.of(value.getClass());
        Integer constant = reading.constants.isEmpty() ? null : reading.constants.get(value);
        if (constant != null) {
            u8(4);
            i32(constant);
        } else if (reading.number >= 0) {
            int number = number(value, reading);
            u8(3);
            i32(number);
        } else {
            int number = other(value, place);
            u8(7);
            i32(number);
        }
    }

    private void integer(long value, Layout.Slot slot, int place) throws Beyond {
        if (value < slot.least() || value > slot.greatest()) {
            throw new Beyond(place);
        }
        u8(1);
        i32((int) (value >>> 32));
        i32((int) value);
    }

    private void text(String text) {
        boolean whole = text.length() <= LONGEST_TEXT;
        String told = whole ? text : text.substring(0, LONGEST_TEXT) + "…" + text.hashCode();
        byte[] encoded = told.getBytes(StandardCharsets.UTF_8);
        u8(2);
        i32(encoded.length);
        room(encoded.length);
        System.arraycopy(encoded, 0, bytes, length, encoded.length);
        length += encoded.length;
    }

    /** The number of an object that is read. */
    private int number(Object object, Layout.Reading reading) throws Beyond {
        for (int index = 0; index < count; index++) {
            if (objects[index] == object) {
                return index;
            }
        }
        if (++perGroup[reading.group] > limits[reading.group]) {
            throw new Beyond(reading.group);
        }
        if (count == objects.length) {
            objects = Arrays.copyOf(objects, 2 * count);
            kinds = Arrays.copyOf(kinds, 2 * count);
        }
        objects[count] = object;
        kinds[count] = reading;
        return count++;
    }

    /** The number of an object of which nothing is read. */
    private int other(Object object, int place) throws Beyond {
        for (int index = 0; index < otherCount; index++) {
            if (others[index] == object) {
                return index;
            }
        }
        bound(otherCount + 1, place);
        if (otherCount == others.length) {
            others = Arrays.copyOf(others, 2 * otherCount);
        }
        others[otherCount] = object;
        return otherCount++;
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    private void u8(int value) {
        room(1);
        bytes[length++] = (byte) value;
    }

    private void i32(int value) {
        room(4);
        bytes[length++] = (byte) (value >>> 24);
        bytes[length++] = (byte) (value >>> 16);
        bytes[length++] = (byte) (value >>> 8);
        bytes[length++] = (byte) value;
    }
}
