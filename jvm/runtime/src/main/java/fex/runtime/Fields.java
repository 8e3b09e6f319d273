package fex.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Fields of objects, whatever their classes and modules hide. */
final class Fields {
    private Fields() {}

    /** A field that can be read. */
    static Field opened(Field field, Consumer<Class<?>> opener) {
        if (!field.trySetAccessible()) {
            opener.accept(field.getDeclaringClass());
            field.setAccessible(true);
        }
        return field;
    }

    /** The fields of the objects of a class, those first that it inherits, but for those of a class and what that extends. */
    static List<Field> of(Class<?> type, Class<?> below, Consumer<Class<?>> opener) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> declaring = type; declaring != null && declaring != below; declaring = declaring.getSuperclass()) {
            List<Field> own = new ArrayList<>();
            for (Field field : declared(declaring)) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    own.add(opened(field, opener));
                }
            }
            fields.addAll(0, own);
        }
        return fields;
    }

    /** The fields that a class declares; none if the type of one is missing, as the JVM tells none of them then. */
    private static Field[] declared(Class<?> type) {
        try {
            return type.getDeclaredFields();
        } catch (LinkageError missing) {
            return new Field[0];
        }
    }
}
