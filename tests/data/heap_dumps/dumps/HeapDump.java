package dumps;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;

/** A heap dump in the binary format of the JDK ("JAVA PROFILE 1.0.2"), and what can be reached from a static field in it. */
final class HeapDump {
    /** A field of a class, or the type of an element: the types are those of the format, 2 is a reference. */
    private record Field(String name, int type) {}

    private record ClassDump(long parent, List<Field> fields, Map<String, Long> statics) {}

    private record Thing(long type, byte[] content, boolean isArray) {}

    /** What a dump has of an object that is named by the way on which it is reached first. */
    private record Reached(String path, long id) {}

    private static final int REFERENCE = 2;
    private static final int[] SIZES = {0, 0, 8, 0, 1, 2, 4, 8, 1, 2, 4, 8};

    /** Counters and views that no caller can read, and what a stack looked like. */
    private static final Set<String> HIDDEN =
            Set.of("modCount", "keySet", "values", "entrySet", "hash", "hashIsZero", "backtrace", "stackTrace", "depth");

    private static final Set<String> HASH_TABLES =
            Set.of("java.util.HashMap", "java.util.concurrent.ConcurrentHashMap");

    private final Map<Long, String> texts = new HashMap<>();
    private final Map<Long, String> classNames = new HashMap<>();
    private final Map<Long, ClassDump> classes = new HashMap<>();
    private final Map<Long, Thing> things = new HashMap<>();

    HeapDump(Path file) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
            while (in.readByte() != 0) {
                continue;
            }
            if (in.readInt() != 8) {
                throw new IOException("identifiers have eight bytes on every JVM that is tested");
            }
            in.readLong();
            for (int tag = in.read(); tag >= 0; tag = in.read()) {
                in.readInt();
                long length = in.readInt() & 0xffffffffL;
                switch (tag) {
                    case 0x01 -> texts.put(in.readLong(), new String(in.readNBytes((int) length - 8), StandardCharsets.UTF_8));
                    case 0x02 -> {
                        in.readInt();
                        long id = in.readLong();
                        in.readInt();
                        classNames.put(id, texts.get(in.readLong()).replace('/', '.'));
                    }
                    case 0x0c, 0x1c -> segment(new DataInputStream(new java.io.ByteArrayInputStream(in.readNBytes((int) length))));
                    default -> in.skipNBytes(length);
                }
            }
        }
    }

    private void segment(DataInputStream in) throws IOException {
        for (int tag = in.read(); tag >= 0; tag = in.read()) {
            switch (tag) {
                case 0xff, 0x05, 0x07 -> in.skipNBytes(8);
                case 0x01 -> in.skipNBytes(16);
                case 0x02, 0x03, 0x08 -> in.skipNBytes(16);
                case 0x04, 0x06 -> in.skipNBytes(12);
                case 0x20 -> classDump(in);
                case 0x21 -> {
                    long id = in.readLong();
                    in.readInt();
                    long type = in.readLong();
                    things.put(id, new Thing(type, in.readNBytes(in.readInt()), false));
                }
                case 0x22 -> {
                    long id = in.readLong();
                    in.readInt();
                    int count = in.readInt();
                    long type = in.readLong();
                    things.put(id, new Thing(type, in.readNBytes(8 * count), true));
                }
                case 0x23 -> {
                    long id = in.readLong();
                    in.readInt();
                    int count = in.readInt();
                    int type = in.read();
                    things.put(id, new Thing(-type, in.readNBytes(SIZES[type] * count), true));
                }
                default -> throw new IOException("a record of type " + tag + " is not of this format");
            }
        }
    }

    private void classDump(DataInputStream in) throws IOException {
        long id = in.readLong();
        in.readInt();
        long parent = in.readLong();
        in.skipNBytes(5 * 8 + 4);
        for (int count = in.readUnsignedShort(); count > 0; count--) {
            in.readUnsignedShort();
            in.skipNBytes(SIZES[in.read()]);
        }
        Map<String, Long> statics = new HashMap<>();
        for (int count = in.readUnsignedShort(); count > 0; count--) {
            String name = texts.get(in.readLong());
            int type = in.read();
            long value = number(in, type);
            if (type == REFERENCE) {
                statics.put(name, value);
            }
        }
        List<Field> fields = new ArrayList<>();
        for (int count = in.readUnsignedShort(); count > 0; count--) {
            fields.add(new Field(texts.get(in.readLong()), in.read()));
        }
        classes.put(id, new ClassDump(parent, fields, statics));
    }

    private static long number(DataInputStream in, int type) throws IOException {
        return switch (SIZES[type]) {
            case 1 -> in.readByte();
            case 2 -> in.readShort();
            case 4 -> in.readInt();
            default -> in.readLong();
        };
    }

    /** All that a static field reaches: the value of each way from it. An object is its class, or the way on which it was met first. */
    Map<String, String> reachable(String className, String field) throws IOException {
        long holder = classNames.entrySet().stream().filter(one -> one.getValue().equals(className)).findFirst().orElseThrow().getKey();
        Map<String, String> values = new TreeMap<>();
        Map<Long, String> met = new HashMap<>();
        Queue<Reached> next = new ArrayDeque<>();
        next.add(new Reached(field, classes.get(holder).statics().get(field)));
        while (!next.isEmpty()) {
            Reached one = next.remove();
            String path = one.path();
            if (one.id() == 0) {
                values.put(path, "null");
            } else if (classes.containsKey(one.id())) {
                values.put(path, "class " + classNames.get(one.id()));
            } else if (met.containsKey(one.id())) {
                values.put(path, "see " + met.get(one.id()));
            } else {
                met.put(one.id(), path);
                visit(path, things.get(one.id()), values, next);
            }
        }
        return values;
    }

    private void visit(String path, Thing thing, Map<String, String> values, Queue<Reached> next) throws IOException {
        DataInputStream in = new DataInputStream(new java.io.ByteArrayInputStream(thing.content()));
        if (thing.isArray()) {
            int type = thing.type() < 0 ? (int) -thing.type() : REFERENCE;
            values.put(path, type == REFERENCE ? nameOf(thing) : "array of " + type);
            values.put(path + ".length", String.valueOf(in.available() / SIZES[type]));
            for (int place = 0; in.available() > 0; place++) {
                take(path + "[" + place + "]", type, in, values, next);
            }
            return;
        }
        String name = nameOf(thing);
        values.put(path, name);
        if (name.equals("java.lang.String")) {
            values.put(path, text(thing));
        } else if (HASH_TABLES.contains(name)) {
            table(path, thing, values, next);
        } else if (!isSurroundings(thing)) {
            for (long type = thing.type(); type != 0; type = classes.get(type).parent()) {
                for (Field field : classes.get(type).fields()) {
                    boolean isHidden = HIDDEN.contains(field.name()) && classNames.get(type).startsWith("java.");
                    Map<String, String> kept = isHidden ? new HashMap<>() : values;
                    take(path + "." + field.name(), field.type(), in, kept, isHidden ? new ArrayDeque<>() : next);
                }
            }
        }
    }

    private static void take(String path, int type, DataInputStream in, Map<String, String> values, Queue<Reached> next)
            throws IOException {
        long number = number(in, type);
        if (type == REFERENCE) {
            next.add(new Reached(path, number));
        } else {
            values.put(path, String.valueOf(number));
        }
    }

    /** Where an entry stands depends on hash codes, which change from run to run: those with a text as a key are named by it. */
    private void table(String path, Thing map, Map<String, String> values, Queue<Reached> next) throws IOException {
        Map<String, Long> fields = references(map);
        Thing slots = things.get(fields.get("table"));
        int count = 0;
        if (slots != null) {
            DataInputStream in = new DataInputStream(new java.io.ByteArrayInputStream(slots.content()));
            while (in.available() > 0) {
                for (Thing node = things.get(in.readLong()); node != null; node = things.get(references(node).get("next"))) {
                    Map<String, Long> entry = references(node);
                    Thing key = things.get(entry.get("key"));
                    if (key != null && !key.isArray() && nameOf(key).equals("java.lang.String")) {
                        next.add(new Reached(path + ".get(" + text(key) + ")", entry.getOrDefault("value", entry.getOrDefault("val", 0L))));
                    }
                    count++;
                }
            }
        }
        values.put(path + ".size", String.valueOf(count));
    }

    /** The references of an object, by the name of the field. */
    private Map<String, Long> references(Thing thing) throws IOException {
        DataInputStream in = new DataInputStream(new java.io.ByteArrayInputStream(thing.content()));
        Map<String, Long> found = new HashMap<>();
        for (long type = thing.type(); type != 0; type = classes.get(type).parent()) {
            for (Field field : classes.get(type).fields()) {
                long number = number(in, field.type());
                if (field.type() == REFERENCE) {
                    found.putIfAbsent(field.name(), number);
                }
            }
        }
        return found;
    }

    private String text(Thing string) throws IOException {
        Thing bytes = things.get(references(string).get("value"));
        // Texts of one kind are compared, so that it is enough to show the bytes: two of them are a character outside of Latin-1.
        return "\"" + new String(bytes.content(), StandardCharsets.ISO_8859_1).replace('\n', ' ') + "\"";
    }

    /** What is around every program, and not its state. */
    private boolean isSurroundings(Thing thing) {
        for (long type = thing.type(); type != 0; type = classes.get(type).parent()) {
            if (Set.of("java.lang.ClassLoader", "java.lang.Thread", "java.lang.ThreadGroup").contains(classNames.get(type))) {
                return true;
            }
        }
        return false;
    }

    /** The name of its class; generated classes have numbers that change from run to run. */
    private String nameOf(Thing thing) {
        return classNames.get(thing.type()).replaceAll("\\$\\$Lambda.*", "\\$\\$Lambda");
    }
}
