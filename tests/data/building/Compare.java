import java.io.File;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares two suites structure by structure, field by field, by what Java says of the objects alone.
 *
 * <p>Arguments: the class of the suites, then two class paths. Each suite has a class loader of its own.
 */
public final class Compare {
    private Compare() {}

    public static void main(String[] arguments) throws Exception {
        List<?> left = structures(arguments[0], arguments[1]);
        List<?> right = structures(arguments[0], arguments[2]);
        if (left.size() != right.size()) {
            throw new IllegalStateException(left.size() + " and " + right.size() + " structures");
        }
        for (int index = 0; index < left.size(); index++) {
            Object one = create(left.get(index));
            Object two = create(right.get(index));
            boolean same = same(one, two, new IdentityHashMap<>(), new IdentityHashMap<>());
            System.out.println((same ? "same " : "different ") + left.get(index));
        }
    }

    private static List<?> structures(String name, String path) throws Exception {
        String[] entries = path.split(File.pathSeparator);
        URL[] urls = new URL[entries.length];
        for (int index = 0; index < urls.length; index++) {
            urls[index] = new File(entries[index]).toURI().toURL();
        }
        ClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
        return (List<?>) call(loader.loadClass(name).getDeclaredMethod("all"), null);
    }

    private static Object create(Object structure) throws Exception {
        return call(structure.getClass().getDeclaredMethod("create"), structure);
    }

    private static Object call(Method method, Object on) throws Exception {
        method.setAccessible(true);
        return method.invoke(on);
    }

    /** Whether two objects have the same fields, the same objects always meeting the same ones. */
    private static boolean same(Object one, Object two, Map<Object, Object> partner, Map<Object, Object> reverse)
            throws Exception {
        if (one == null || two == null) {
            return one == two;
        }
        if (!one.getClass().getName().equals(two.getClass().getName())) {
            return false;
        }
        if (one instanceof Enum) {
            return ((Enum<?>) one).name().equals(((Enum<?>) two).name());
        }
        if (one.getClass().getName().startsWith("java.lang.") && one.getClass() != Object.class) {
            return one.equals(two);
        }
        if (partner.containsKey(one) || reverse.containsKey(two)) {
            return partner.get(one) == two && reverse.get(two) == one;
        }
        partner.put(one, two);
        reverse.put(two, one);
        if (one.getClass().isArray()) {
            boolean same = Array.getLength(one) == Array.getLength(two);
            for (int index = 0; same && index < Array.getLength(one); index++) {
                same = same(Array.get(one, index), Array.get(two, index), partner, reverse);
            }
            return same;
        }
        for (Class<?> type = one.getClass(); type != null; type = type.getSuperclass()) {
            Class<?> other = two.getClass().getClassLoader() == null
                    ? type
                    : Class.forName(type.getName(), false, two.getClass().getClassLoader());
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                Field counterpart = other.getDeclaredField(field.getName());
                field.setAccessible(true);
                counterpart.setAccessible(true);
                if (!same(field.get(one), counterpart.get(two), partner, reverse)) {
                    return false;
                }
            }
        }
        return true;
    }
}
