package fex.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Reads what a specification binds of the objects that an object leads to, as the bytes that the protocol has for them: equal
 * bytes mean equal structures. Memory is reused from one walk to the next.
 */
public final class Snapshot extends Walk<Layout.Reading> {
    /** A structure within the bound is small, so that no object is looked for in more than one bucket. */
    private static final int ONLY = 0;

    /** The longest text that is told apart by its content. */
    private static final int LONGEST_TEXT = 1_000;

    /** How many places of an array are looked at. */
    private static final int MOST_PLACES = 1 << 16;

    private final Layout layout;
    private final Layout.Readings readings;

    /** For each type, the number of its first slot among all. */
    private final int[] firstSlot;

    private byte[] bytes = new byte[256];
    private int length;

    /** The objects that were met of which nothing is read, by number. */
    private Object[] others = new Object[16];

    private int otherCount;

    /** What makes the structure larger than the bound: a group, or the number of groups plus the number of a type's slot. */
    private int beyond;

    private final int[] limits;
    private final int[] perGroup;

    /** For each group and each slot, how the objects are read of the class that was met there last. */
    private final Layout.Reading[] met;

    /** @param readings those of the same layout */
    public Snapshot(Layout layout, Layout.Readings readings) {
        super(1);
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
        met = new Layout.Reading[limits.length + next];
    }

    /** The bytes of the last walk; valid until the next one. */
    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** The bytes of the last walk. */
    public byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    /** What made the structure of the last walk larger than the bound. */
    int beyond() {
        return beyond;
    }

    /**
     * Walks from an object.
     *
     * @return whether its structure is within the bound
     * @throws IllegalArgumentException if nothing is read of such objects
     */
    public boolean take(Object root) throws ReflectiveOperationException {
        Layout.Reading reading = readings.of(root.getClass());
        if (reading.number < 0) {
            throw new IllegalArgumentException("the specification has no such object");
        }
        return take(root, reading);
    }

    /**
     * Walks from an object.
     *
     * @return whether its structure is within the bound; no exception says that it is not, because most often nothing else is
     *     done in a call than to find this out, and exceptions are slow
     */
    boolean take(Object root, Layout.Reading reading) throws ReflectiveOperationException {
        length = 0;
        otherCount = 0;
        Arrays.fill(perGroup, 0);
        if (!hasRoom(root, reading)) {
            return false;
        }
        try {
            i32(0);
            if (number(root, reading) < 0 || !readAll()) {
                return false;
            }
            int end = length;
            length = 0;
            i32(count());
            length = end;
            return true;
        } finally {
            forget();
            Arrays.fill(others, 0, otherCount, null);
        }
    }

    /** Whether no number of the root object is out of range: where it counts elements, nothing else has to be looked at. */
    private boolean hasRoom(Object root, Layout.Reading reading) throws ReflectiveOperationException {
        for (int index = 0; index < reading.ints.length; index++) {
            if (reading.ints[index] && !isWithin(reading.fields[index].getInt(root), reading.slots[index])) {
                beyond = place(reading, index);
                return false;
            }
        }
        return true;
    }

    private static boolean isWithin(long value, Layout.Slot slot) {
        return slot.least() <= value && value <= slot.greatest();
    }

    /** A slot among the groups and all slots. */
    private int place(Layout.Reading reading, int index) {
        return limits.length + firstSlot[reading.number] + index;
    }

    @Override
    boolean read(Object object, Layout.Reading reading, int which) throws ReflectiveOperationException {
        Layout.Slot[] slots = reading.slots;
        room(8);
        i32(reading.number);
        i32(slots.length);
        for (int index = 0; index < slots.length; index++) {
            Layout.Slot slot = slots[index];
            Field field = reading.fields[index];
            int place = place(reading, index);
            if (slot.container() == Layout.Container.NONE) {
                boolean within = reading.ints[index]
                        ? integer(field.getInt(object), slot, place)
                        : value(field.get(object), slot, place);
                if (!within) {
                    return false;
                }
            } else {
                int used = Integer.MAX_VALUE;
                if (slot.used() >= 0) {
                    Object counter = reading.fields[slot.used()].get(object);
                    used = counter instanceof Number number ? number.intValue() : 0;
                }
                if (!container(field.get(object), slot, place, used)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean container(Object values, Layout.Slot slot, int place, int used) throws ReflectiveOperationException {
        room(5);
        if (values == null) {
            u8(0);
            return true;
        }
        u8(5);
        int at = length;
        i32(0);
        int written =
                switch (slot.container()) {
                    case ENTRIES -> entries((Map<?, ?>) values, slot, place);
                    case PLACES -> places(values, slot, place, used);
                    default -> elements(values, slot, place);
                };
        if (written < 0) {
            return false;
        }
        int end = length;
        length = at;
        i32(written);
        length = end;
        return true;
    }

    /** How many keys and values were written; -1 if they are beyond the bound. */
    private int entries(Map<?, ?> map, Layout.Slot slot, int place) throws ReflectiveOperationException {
        int written = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            // A key that holds a collection is told once for each element.
            Object held = entry.getValue();
            Iterable<?> values = held instanceof Collection<?> all && reading(all.getClass(), place).number < 0
                    ? all
                    : Collections.singletonList(held);
            for (Object value : values) {
                written += 2;
                if (!bound(written / 2, place) || !value(entry.getKey(), slot, place) || !value(value, slot, place)) {
                    return -1;
                }
            }
        }
        return written;
    }

    /** How many places were written; -1 if they are beyond the bound. */
    private int places(Object values, Layout.Slot slot, int place, int used) throws ReflectiveOperationException {
        List<?> list = values instanceof List<?> of ? of : null;
        int end = Math.min(list == null ? Array.getLength(values) : list.size(), used);
        // Unused places at the end say nothing.
        while (end > 0 && end <= MOST_PLACES && element(values, list, end - 1) == null) {
            end--;
        }
        if (!bound(end, place)) {
            return -1;
        }
        for (int index = 0; index < end; index++) {
            if (!value(element(values, list, index), slot, place)) {
                return -1;
            }
        }
        return Math.max(end, 0);
    }

    /** How many elements were written; -1 if they are beyond the bound. */
    private int elements(Object values, Layout.Slot slot, int place) throws ReflectiveOperationException {
        int written = 0;
        if (values instanceof Iterable<?> iterable) {
            for (Object element : iterable) {
                if (!bound(++written, place) || !value(element, slot, place)) {
                    return -1;
                }
            }
            return written;
        }
        int end = Array.getLength(values);
        if (end > MOST_PLACES && !bound(end, place)) {
            return -1;
        }
        for (int index = 0; index < end; index++) {
            Object element = Array.get(values, index);
            if (element != null && (!bound(++written, place) || !value(element, slot, place))) {
                return -1;
            }
        }
        return written;
    }

    private static Object element(Object values, List<?> list, int index) {
        return list == null ? Array.get(values, index) : list.get(index);
    }

    private boolean bound(int elements, int place) {
        if (elements > layout.width()) {
            beyond = place;
            return false;
        }
        return true;
    }

    private boolean value(Object value, Layout.Slot slot, int place) throws ReflectiveOperationException {
        room(5);
        if (value == null) {
            u8(0);
            return true;
        }
        if (value instanceof Integer integer) {
            return integer(integer, slot, place);
        }
        if (value instanceof String text) {
            text(text);
            return true;
        }
        if (value instanceof Character character) {
            return integer(character, slot, place);
        }
        if (value instanceof Boolean bool) {
            return integer(bool ? 1 : 0, slot, place);
        }
        if (value instanceof Number number && number.getClass().getName().startsWith("java.lang.")) {
            if (number.doubleValue() == number.longValue()) {
                return integer(number.longValue(), slot, place);
            }
            text(number.toString());
            return true;
        }
        Layout.Reading reading = reading(value.getClass(), place);
        Integer constant = reading.constants.isEmpty() ? null : reading.constants.get(value);
        if (constant != null) {
            u8(4);
            i32(constant);
            return true;
        }
        int number = reading.number >= 0 ? number(value, reading) : other(value, place);
        u8(reading.number >= 0 ? 3 : 7);
        i32(number);
        return number >= 0;
    }

    private Layout.Reading reading(Class<?> type, int place) throws ReflectiveOperationException {
        Layout.Reading reading = met[place];
        if (reading == null || reading.type != type) {
            reading = readings.of(type);
            met[place] = reading;
        }
        return reading;
    }

    private boolean integer(long value, Layout.Slot slot, int place) {
        if (!isWithin(value, slot)) {
            beyond = place;
            return false;
        }
        room(9);
        u8(1);
        i32((int) (value >>> 32));
        i32((int) value);
        return true;
    }

    private void text(String text) {
        boolean whole = text.length() <= LONGEST_TEXT;
        String told = whole ? text : text.substring(0, LONGEST_TEXT) + "…" + text.hashCode();
        room(5 + told.length());
        u8(2);
        int at = length;
        i32(told.length());
        for (int index = 0; index < told.length(); index++) {
            char character = told.charAt(index);
            if (character >= 0x80) {
                length = at;
                encoded(told.getBytes(StandardCharsets.UTF_8));
                return;
            }
            bytes[length++] = (byte) character;
        }
    }

    private void encoded(byte[] text) {
        room(4 + text.length);
        i32(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
    }

    /** The number of an object that is read; -1 if it is beyond the bound. */
    private int number(Object object, Layout.Reading reading) {
        int known = known(object, ONLY);
        if (known >= 0) {
            return known;
        }
        if (++perGroup[reading.group] > limits[reading.group]) {
            beyond = reading.group;
            return -1;
        }
        return meet(object, reading, ONLY);
    }

    /** The number of an object of which nothing is read; -1 if it is beyond the bound. */
    private int other(Object object, int place) {
        for (int index = 0; index < otherCount; index++) {
            if (others[index] == object) {
                return index;
            }
        }
        if (!bound(otherCount + 1, place)) {
            return -1;
        }
        if (otherCount == others.length) {
            others = Arrays.copyOf(others, 2 * otherCount);
        }
        others[otherCount] = object;
        return otherCount++;
    }

    /** Makes room for bytes; asked for by whoever writes, once for all that is written together. */
    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    private void u8(int value) {
        bytes[length++] = (byte) value;
    }

    private void i32(int value) {
        byte[] to = bytes;
        int at = length;
        to[at] = (byte) (value >>> 24);
        to[at + 1] = (byte) (value >>> 16);
        to[at + 2] = (byte) (value >>> 8);
        to[at + 3] = (byte) value;
        length = at + 4;
    }
}
