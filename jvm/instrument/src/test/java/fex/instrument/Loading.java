package fex.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Loads classes anew, each as something makes it of its bytes; all others are those that are loaded already. */
final class Loading extends ClassLoader {
    private final Map<String, byte[]> classes = new HashMap<>();

    Loading(ClassLoader parent) {
        super(parent);
    }

    static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    /** Classes that know each other. */
    static Loading of(UnaryOperator<byte[]> change, Class<?>... types) throws IOException {
        Loading loading = new Loading(Loading.class.getClassLoader());
        for (Class<?> type : types) {
            loading.add(type.getName(), change.apply(bytes(type)));
        }
        return loading;
    }

    void add(String name, byte[] bytes) {
        classes.put(name, bytes);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known != null ? known : defineClass(name, bytes, 0, bytes.length);
        }
    }
}
