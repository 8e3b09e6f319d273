package fex.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Reads what tests may leave to each other inside of a JVM: static fields, system properties, the default locale and time zone. */
public final class Statics {
    /** How much of a value is told in words. */
    private static final int TOLD = 50;

    private static final StateReader.Reach REACH = new StateReader.Reach(false, 8, 1_000, 1_000);

    private final Consumer<Class<?>> opener;
    private final StateReader reader;
    private final List<Place> places = new ArrayList<>();

    /**
     * A static field, or something that all of the JVM shares.
     *
     * @param type the binary name of the class
     * @param name the name of the field, or what there is in place of one
     * @param digest the digest of what it holds
     * @param properties what it holds, in words, as far as there is room
     */
    public record Place(String type, String name, long digest, List<Observer.Property> properties) {}

    /** @param opener makes the fields of a class of another module accessible */
    public Statics(Consumer<Class<?>> opener) {
        this.opener = opener;
        reader = new StateReader(opener, REACH);
    }

    /** What was read. */
    public List<Place> places() {
        return places;
    }

    /** Reads the static fields of a class, which is initialised for that; those that cannot be read are left out. */
    public void read(Class<?> type) {
        Field[] fields;
        try {
            fields = type.getDeclaredFields();
        } catch (LinkageError | RuntimeException unknown) {
            return;
        }
        for (Field field : fields) {
            if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic() && !isConstant(field)) {
                try {
                    add(type.getName(), field.getName(), Fields.opened(field, opener).get(null));
                } catch (ReflectiveOperationException | LinkageError | RuntimeException unreadable) {
                    // Its class cannot be initialised, for instance.
                }
            }
        }
    }

    /** Reads what all of the JVM shares. */
    public void readShared() {
        try {
            for (String name : new TreeSet<>(System.getProperties().stringPropertyNames())) {
                add("java.lang.System", "getProperty(\"" + name + "\")", System.getProperty(name));
            }
            add("java.util.Locale", "getDefault()", Locale.getDefault().toLanguageTag());
            add("java.util.TimeZone", "getDefault()", TimeZone.getDefault().getID());
        } catch (ReflectiveOperationException | RuntimeException unreadable) {
            // Somebody has put something else in place of the properties.
        }
    }

    /** Whether a field always holds the same, whatever tests do. */
    private static boolean isConstant(Field field) {
        Class<?> type = field.getType();
        boolean isPlain = type.isPrimitive() || type == String.class || type.isEnum() || type == Class.class;
        return Modifier.isFinal(field.getModifiers()) && isPlain;
    }

    private void add(String type, String name, Object value) throws ReflectiveOperationException {
        reader.begin(true);
        reader.value(name, value);
        long digest = reader.end();
        List<Observer.Property> told = reader.properties();
        places.add(new Place(type, name, digest, List.copyOf(told.subList(0, Math.min(TOLD, told.size())))));
    }
}
