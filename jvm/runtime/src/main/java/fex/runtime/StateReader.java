package fex.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reads what values lead to, of whatever classes: as a digest, and, where that is asked for, in words. Both say the same; they are
 * the same in every JVM and in every run, as far as the program is.
 *
 * <p>The elements of a collection without an order are read in an order of their own, by what they are.
 */
public final class StateReader extends Walk<Kinds.Reading> {
    /** How many buckets a walk has. */
    private static final int BUCKETS = 64;

    /** The longest text that is shown whole. */
    private static final int SHOWN = 200;

    /** How many numbers of an array are shown. */
    private static final int SHOWN_NUMBERS = 32;

    /** What stands before the place of an element or a key that is told by its place among others without an order. */
    private static final String UNORDERED = "#";

    /** How many elements of an element say where it belongs in a collection without an order. */
    private static final int SURFACE = 16;

    /** How many references are followed to find that out where one does not tell. */
    private static final int DEEP = 4;

    /** How many values are read for that. */
    private static final int MOST_DEEP = 400;

    /** The longest array of numbers of which all count. */
    private static final int MOST_NUMBERS = 1 << 20;

    /**
     * How far a walk goes.
     *
     * @param isShallow whether of a value its fields are read, and of these whether they are {@code null}, their value, their length
     *     or their size, and nothing else: definition 2 of Vera-Pérez et al.
     * @param depth how many references are followed one after the other
     * @param objects how many objects are read
     * @param elements how many elements of a collection or an array are read
     */
    public record Reach(boolean isShallow, int depth, int objects, int elements) {}

    private final Kinds kinds;
    private final Consumer<Class<?>> opener;
    private final Reach reach;
    private final Digest digest = new Digest();

    /** What was read in words; null where only the digest is wanted. */
    private List<Observer.Property> properties;

    /** For each object that was met, by number: how many references led to it, and its path if words are wanted. */
    private int[] levels = new int[16];

    private String[] paths = new String[16];

    /** How much was read since {@link #begin}. */
    private long effort;

    /** How much more is read to find out where one element belongs. */
    private int deepLeft;

    /** @param opener makes the fields of a class of another module accessible */
    public StateReader(Consumer<Class<?>> opener, Reach reach) {
        this(new Kinds(opener), opener, reach);
    }

    StateReader(Kinds kinds, Consumer<Class<?>> opener, Reach reach) {
        super(BUCKETS);
        this.kinds = kinds;
        this.opener = opener;
        this.reach = reach;
    }

    /** Begins to read a state. */
    public void begin(boolean inWords) {
        digest.reset();
        properties = inWords ? new ArrayList<>() : null;
        effort = 1;
    }

    /** One of the values that the state consists of. */
    public void value(String name, Object value) throws ReflectiveOperationException {
        digest.add(name.charAt(0));
        note(properties == null ? null : name, value, 0);
    }

    /** Reads what the values lead to; returns the digest, which is never 0. */
    public long end() throws ReflectiveOperationException {
        try {
            readAll();
            long value = digest.value();
            return value == 0 ? 1 : value;
        } finally {
            Arrays.fill(paths, 0, Math.min(count(), paths.length), null);
            forget();
        }
    }

    /** What was read in words. */
    List<Observer.Property> properties() {
        return properties;
    }

    /** How many values were read. */
    long effort() {
        return effort;
    }

    /** Takes a value where it was found: told whole, or met as an object that is read later. */
    private void note(String path, Object value, int level) throws ReflectiveOperationException {
        effort++;
        if (value == null) {
            digest.add(1);
            say(path, "null");
            return;
        }
        Kinds.Reading reading = kinds.of(value.getClass());
        switch (reading.kind()) {
            case NUMBER -> {
                digest.add(reading.number());
                digest.add(bits(value));
                if (path != null) {
                    say(path, literal(value));
                }
            }
            case TEXT -> text(path, (String) value);
            case CONSTANT -> {
                digest.add(reading.number());
                String name = ((Enum<?>) value).name();
                digest.add(name);
                say(path, name);
            }
            default -> {
                if (reach.isShallow() && level > 0) {
                    basic(path, value);
                } else {
                    whole(path, value, reading, level);
                }
            }
        }
    }

    /** A number as Java writes it, which tells its type. */
    private static String literal(Object value) {
        if (value instanceof Character letter) {
            return quoted("'", letter.toString());
        } else if (value instanceof Long number) {
            return number + "L";
        } else if (value instanceof Float number) {
            return number + "f";
        } else if (value instanceof Byte || value instanceof Short) {
            return "(" + (value instanceof Byte ? "byte" : "short") + ") " + value;
        }
        return value.toString();
    }

    /** Of an object that is only looked at: that it is there, its length, its size. */
    private void basic(String path, Object value) {
        digest.add(2);
        int size = value.getClass().isArray() ? Array.getLength(value) : size(value);
        digest.add(size);
        say(path, size < 0 ? "not null" : "not null, of size " + size);
    }

    /** The size of a collection or a map of the JRE; -1 for anything else. */
    private int size(Object value) {
        Contents contents = kinds.of(value.getClass()).contents();
        return contents == null ? -1 : contents.size(value);
    }

    /** An object of which more is to be read, unless it was met before. */
    private void whole(String path, Object value, Kinds.Reading reading, int level) throws ReflectiveOperationException {
        if (reading.kind() == Kinds.Kind.NAMED || reading.kind() == Kinds.Kind.OPAQUE) {
            digest.add(reading.number());
            if (reading.kind() == Kinds.Kind.NAMED) {
                String name = value instanceof Class<?> type ? kinds.of(type).name() : value.toString();
                digest.add(name);
                say(path, name);
            } else {
                say(path, path == null ? null : "a " + reading.name());
            }
            return;
        }
        int bucket = (int) (reading.number() & BUCKETS - 1);
        if (!reach.isShallow()) {
            int known = known(value, bucket);
            if (known >= 0) {
                digest.add(3);
                digest.add(known);
                say(path, path == null ? null : "the same as " + paths[known]);
                return;
            }
            digest.add(reading.number());
            if (path != null && reading.kind() != Kinds.Kind.NUMBERS) {
                say(path, "a " + reading.name());
            }
        }
        if (level <= reach.depth() && count() < reach.objects()) {
            int number = meet(value, reading, bucket);
            if (number == levels.length) {
                levels = Arrays.copyOf(levels, 2 * number);
                paths = Arrays.copyOf(paths, 2 * number);
            }
            levels[number] = level;
            paths[number] = path;
        }
    }

    @Override
    boolean read(Object object, Kinds.Reading reading, int number) throws ReflectiveOperationException {
        String path = paths[number];
        int level = levels[number] + 1;
        digest.add(number);
        if (reach.isShallow()) {
            basic(path, object);
            // Of what is read in another way as a rule, the fields count here, too.
            boolean isPlain = reading.kind() == Kinds.Kind.OBJECT || reading.kind() == Kinds.Kind.THROWN;
            fields(path, object, isPlain ? reading.fields() : Kinds.fields(object.getClass(), opener), level);
            return true;
        }
        switch (reading.kind()) {
            case BUFFER -> text(path(path, ".", "text"), object.toString());
            case NUMBERS -> numbers(path, object);
            case ARRAY -> elements(path, Arrays.asList((Object[]) object), "", level);
            case SEQUENCE -> elements(path, reading.contents().of(object), "", level);
            case SET -> elements(path, ordered(reading.contents().of(object)), UNORDERED, level);
            case ORDERED_MAP -> entries(path, reading.contents().of(object), level);
            case MAP -> entries(path, orderedEntries(reading.contents().of(object), object instanceof IdentityHashMap), level);
            // Where it was thrown is no part of what was.
            case THROWN -> note(path(path, ".", "message"), message((Throwable) object), level);
            default -> {}
        }
        fields(path, object, reading.fields(), level);
        return true;
    }

    /** The message that something thrown was made with; its own method would be the program's code. */
    private String message(Throwable thrown) throws ReflectiveOperationException {
        Field field = Throwable.class.getDeclaredField("detailMessage");
        return (String) Fields.opened(field, opener).get(thrown);
    }

    private void fields(String path, Object object, List<Field> fields, int level) throws ReflectiveOperationException {
        for (Field field : fields) {
            note(path(path, ".", field.getName()), field.get(object), level);
        }
    }

    private void numbers(String path, Object array) {
        int length = Array.getLength(array);
        effort += length / 8;
        int counted = Math.min(length, MOST_NUMBERS);
        digest.add(length);
        StringBuilder shown = path == null ? null : new StringBuilder(array.getClass().getTypeName() + " {");
        for (int index = 0; index < counted; index++) {
            Object number = shown != null && index < SHOWN_NUMBERS ? Array.get(array, index) : null;
            digest.add(bits(array, index));
            if (number != null) {
                shown.append(index > 0 ? ", " : "").append(number);
            }
        }
        if (shown != null) {
            shown.append(length > SHOWN_NUMBERS ? ", …} (" + length + " numbers)" : "}");
            say(path, shown.toString());
            if (length > SHOWN_NUMBERS) {
                Digest own = new Digest();
                own.reset();
                for (int index = 0; index < counted; index++) {
                    own.add(bits(array, index));
                }
                say(path(path, ".", "digest"), Long.toHexString(own.value()));
            }
        }
    }

    private static long bits(Object array, int index) {
        if (array instanceof int[] numbers) {
            return numbers[index];
        } else if (array instanceof byte[] numbers) {
            return numbers[index];
        } else if (array instanceof char[] numbers) {
            return numbers[index];
        } else if (array instanceof long[] numbers) {
            return numbers[index];
        } else if (array instanceof double[] numbers) {
            return Double.doubleToLongBits(numbers[index]);
        } else if (array instanceof float[] numbers) {
            return Float.floatToIntBits(numbers[index]);
        } else if (array instanceof short[] numbers) {
            return numbers[index];
        }
        return ((boolean[]) array)[index] ? 1 : 0;
    }

    private static long bits(Object value) {
        if (value instanceof Boolean bool) {
            return bool ? 1 : 0;
        } else if (value instanceof Character letter) {
            return letter;
        } else if (value instanceof Double || value instanceof Float) {
            return Double.doubleToLongBits(((Number) value).doubleValue());
        }
        return ((Number) value).longValue();
    }

    /** @param mark what tells the places of the elements from those in another order */
    private void elements(String path, Collection<?> elements, String mark, int level) throws ReflectiveOperationException {
        size(path, elements.size());
        int index = 0;
        for (Object element : elements) {
            if (index == reach.elements()) {
                break;
            }
            note(path == null ? null : path + "[" + mark + index + "]", element, level);
            index++;
        }
    }

    private void entries(String path, Collection<?> entries, int level) throws ReflectiveOperationException {
        size(path, entries.size());
        int index = 0;
        for (Object one : entries) {
            if (index == reach.elements()) {
                break;
            }
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) one;
            Object key = entry.getKey();
            String at = path == null ? null : path + "[" + named(key, index) + "]";
            note(path(at, ".", "key"), key, level);
            note(path(at, ".", "value"), entry.getValue(), level);
            index++;
        }
    }

    /** A key in words, by itself where that is short: else by its number in the order that the keys have here. */
    private String named(Object key, int index) {
        if (key instanceof String text) {
            return shown(text);
        } else if (key instanceof Enum<?> constant) {
            return constant.name();
        } else if (key instanceof Class<?> type) {
            return kinds.of(type).name();
        }
        return key != null && kinds.of(key.getClass()).kind() == Kinds.Kind.NUMBER ? literal(key) : UNORDERED + index;
    }

    private void size(String path, int size) {
        digest.add(size);
        say(path(path, ".", "size"), Integer.toString(size));
    }

    /** An element, and what it is by its surface. */
    private record Ranked<T>(T element, long rank) {}

    /** What an element is. */
    private interface Rank<T> {
        long of(T element, int depth) throws ReflectiveOperationException;
    }

    private List<Object> ordered(Collection<?> elements) throws ReflectiveOperationException {
        return sorted(new ArrayList<>(elements), this::surface);
    }

    /** @param areFleeting whether each entry is valid only until the next one is asked for */
    private List<Map.Entry<?, ?>> orderedEntries(Collection<?> all, boolean areFleeting) throws ReflectiveOperationException {
        List<Map.Entry<?, ?>> entries = new ArrayList<>();
        for (Object one : all) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) one;
            entries.add(areFleeting ? new AbstractMap.SimpleEntry<>(entry.getKey(), entry.getValue()) : entry);
        }
        return sorted(entries, (entry, depth) -> surface(entry.getKey(), depth) * 31 + surface(entry.getValue(), depth));
    }

    /** Elements in an order of their own; of those that look the same on the surface, more is read. */
    private <T> List<T> sorted(List<T> elements, Rank<T> rank) throws ReflectiveOperationException {
        List<Ranked<T>> ranked = new ArrayList<>();
        for (T element : elements) {
            ranked.add(new Ranked<>(element, rank.of(element, 1)));
        }
        ranked.sort(Comparator.comparingLong(Ranked::rank));
        for (int from = 0, to; from < ranked.size(); from = to) {
            for (to = from + 1; to < ranked.size() && ranked.get(to).rank() == ranked.get(from).rank(); ) {
                to++;
            }
            if (to - from > 1) {
                List<Ranked<T>> alike = ranked.subList(from, to);
                for (int index = 0; index < alike.size(); index++) {
                    T element = alike.get(index).element();
                    alike.set(index, new Ranked<>(element, rank.of(element, DEEP)));
                }
                alike.sort(Comparator.comparingLong(Ranked::rank));
            }
        }
        List<T> sorted = new ArrayList<>();
        ranked.forEach(one -> sorted.add(one.element()));
        return sorted;
    }

    /** What a value is as far as that can be said without following more than so many references. */
    private long surface(Object value, int depth) throws ReflectiveOperationException {
        deepLeft = MOST_DEEP;
        return below(value, depth);
    }

    private long below(Object value, int depth) throws ReflectiveOperationException {
        Digest own = new Digest();
        own.reset();
        if (!surface(value, own)) {
            Kinds.Reading reading = kinds.of(value.getClass());
            switch (reading.kind()) {
                case BUFFER -> own.add(value.toString());
                case NUMBERS -> {
                    for (int index = 0; index < Math.min(Array.getLength(value), SURFACE); index++) {
                        own.add(bits(value, index));
                    }
                }
                case ARRAY -> surfaces(Arrays.asList((Object[]) value), own, depth);
                case SEQUENCE -> surfaces(reading.contents().of(value), own, depth);
                default -> {
                    own.add(size(value));
                    for (Field field : reading.fields()) {
                        below(field.get(value), own, depth);
                    }
                }
            }
        }
        return own.value();
    }

    /** Adds what is behind one more reference. */
    private void below(Object value, Digest own, int depth) throws ReflectiveOperationException {
        effort++;
        if (!surface(value, own) && depth > 1 && deepLeft-- > 0) {
            own.add(below(value, depth - 1));
        }
    }

    private void surfaces(Collection<?> elements, Digest own, int depth) throws ReflectiveOperationException {
        own.add(elements.size());
        int left = SURFACE;
        for (Object element : elements) {
            if (left-- == 0) {
                break;
            }
            below(element, own, depth);
        }
    }

    /** Adds a value to a digest; whether that is all of it. */
    private boolean surface(Object value, Digest own) {
        if (value == null) {
            own.add(1);
            return true;
        }
        Kinds.Reading reading = kinds.of(value.getClass());
        own.add(reading.number());
        switch (reading.kind()) {
            case NUMBER -> own.add(bits(value));
            case TEXT -> own.add((String) value);
            case CONSTANT -> own.add(((Enum<?>) value).name());
            case NAMED -> own.add(value instanceof Class<?> type ? kinds.of(type).name() : value.toString());
            default -> {
                return false;
            }
        }
        return true;
    }

    private void text(String path, String text) {
        effort += text.length() / 16;
        digest.add(4);
        digest.add(text);
        if (path != null) {
            say(path, shown(text));
        }
    }

    private static String shown(String text) {
        if (text.length() <= SHOWN) {
            return quoted("\"", text);
        }
        String digest = Long.toHexString(Digest.of(text));
        return quoted("\"", text.substring(0, SHOWN)) + "… (" + text.length() + " characters, digest " + digest + ")";
    }

    /** Text between quotes, in which nothing breaks the line. */
    private static String quoted(String quote, String text) {
        StringBuilder quoted = new StringBuilder(quote);
        for (int index = 0; index < text.length(); index++) {
            char letter = text.charAt(index);
            switch (letter) {
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                case '\\' -> quoted.append("\\\\");
                default -> {
                    if (quote.charAt(0) == letter) {
                        quoted.append('\\');
                    }
                    if (letter < ' ' || Character.isSurrogate(letter)) {
                        quoted.append(String.format("\\u%04x", (int) letter));
                    } else {
                        quoted.append(letter);
                    }
                }
            }
        }
        return quoted.append(quote).toString();
    }

    private static String path(String path, String separator, String name) {
        return path == null ? null : path + separator + name;
    }

    private void say(String path, String value) {
        if (path != null) {
            properties.add(new Observer.Property(path, value));
        }
    }
}
