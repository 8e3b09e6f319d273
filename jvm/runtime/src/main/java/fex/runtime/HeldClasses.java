package fex.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSource;

/** Classes that are loaded once more, so that their initialisers find what surrounds a test. */
public final class HeldClasses {
    /** Loads the classes of a folder or jar itself; all others are those of the test. */
    static final class Anew extends URLClassLoader {
        Anew(URL location, ClassLoader others) {
            super("fex-anew", new URL[] {location}, others);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            boolean isPaused = BranchProbe.pause();
            try {
                synchronized (getClassLoadingLock(name)) {
                    Class<?> found = findLoadedClass(name);
                    if (found == null && findResource(name.replace('.', '/') + ".class") != null) {
                        found = findClass(name);
                    }
                    return found == null ? super.loadClass(name, resolve) : found;
                }
            } finally {
                BranchProbe.resume(isPaused);
            }
        }
    }

    private HeldClasses() {}

    /** What the initialiser of a class leaves in a static field that it declares, if it runs here and now. */
    public static Object initial(Class<?> type, String name) {
        CodeSource source = type.getClassLoader() == null ? null : type.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            throw new IllegalArgumentException(type.getName() + " cannot be loaded once more: nobody says from where it is");
        }
        declared(type, name);
        try (Anew anew = new Anew(source.getLocation(), type.getClassLoader())) {
            Class<?> other = Class.forName(type.getName(), true, anew);
            Field field = declared(other, name);
            field.setAccessible(true);
            return field.get(null);
        } catch (ClassNotFoundException missing) {
            throw new IllegalArgumentException(type.getName() + " is not in " + source.getLocation() + " any more", missing);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        } catch (IOException unclosed) {
            throw new UncheckedIOException(unclosed);
        }
    }

    private static Field declared(Class<?> type, String name) {
        for (Field field : type.getDeclaredFields()) {
            if (field.getName().equals(name) && Modifier.isStatic(field.getModifiers())) {
                return field;
            }
        }
        throw new IllegalArgumentException(type.getName() + " declares no static field " + name);
    }
}
