package fex.runtime;

import java.lang.reflect.Field;
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
}
