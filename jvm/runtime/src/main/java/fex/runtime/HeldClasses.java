package fex.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.security.CodeSource;

/** Classes that are loaded once more, so that their initialisers find what surrounds a test. */
public final class HeldClasses {
    /** Loads the classes of a folder or jar once more; all others are those of the test. */
    static final class Anew extends OwnFirstLoader {
        static {
            registerAsParallelCapable();
        }

        Anew(URL location, ClassLoader others) {
            super("fex-anew", new URL[] {location}, others);
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
            Class<?> other = Class.forName(type.getName(), false, anew);
            if (other == type) {
                throw new IllegalArgumentException(type.getName() + " cannot be loaded once more from " + source.getLocation());
            }
            Field field = declared(other, name);
            field.setAccessible(true);
            return field.get(null);
        } catch (ClassNotFoundException | IllegalAccessException impossible) {
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
