package fex.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.Consumer;

/** What a thread has in its {@link ThreadLocal}s; asking for that the usual way would make an initial value. */
final class ThreadValues {
    /** In place of a value where there is none. */
    static final Object NONE = new Object();

    private final Field own;
    private final Field inherited;
    private final Method entry;
    private final Field value;

    /** @param opener makes the fields of a class of another module accessible */
    ThreadValues(Consumer<Class<?>> opener) {
        try {
            Class<?> map = Class.forName("java.lang.ThreadLocal$ThreadLocalMap", false, null);
            own = Fields.opened(Thread.class.getDeclaredField("threadLocals"), opener);
            inherited = Fields.opened(Thread.class.getDeclaredField("inheritableThreadLocals"), opener);
            entry = map.getDeclaredMethod("getEntry", ThreadLocal.class);
            entry.setAccessible(true);
            value = Fields.opened(entry.getReturnType().getDeclaredField("value"), opener);
        } catch (ReflectiveOperationException otherJdk) {
            throw new IllegalStateException(otherJdk);
        }
    }

    /** What this thread has in one; {@link #NONE} if it has nothing. */
    Object of(ThreadLocal<?> local) throws IllegalAccessException {
        Field field = local instanceof InheritableThreadLocal ? inherited : own;
        Object map = field.get(Thread.currentThread());
        if (map == null) {
            return NONE;
        }
        try {
            Object found = entry.invoke(map, local);
            return found == null ? NONE : value.get(found);
        } catch (InvocationTargetException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
