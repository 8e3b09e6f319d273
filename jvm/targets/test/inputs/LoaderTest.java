package inputs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A class comes from a loader that knows nothing but the class path, as those do that run each test with classes of its own. */
class LoaderTest {
    /** Loads each class itself that is not of the JDK. */
    static final class Alone extends ClassLoader {
        @Override
        public synchronized Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("java.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (InputStream file = ClassLoader.getSystemResourceAsStream(name.replace('.', '/') + ".class")) {
                if (file == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] code = file.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException problem) {
                throw new ClassNotFoundException(name, problem);
            }
        }
    }

    /** Works on a text. */
    public static final class Shout implements UnaryOperator<String> {
        @Override
        public String apply(String text) {
            return text + "!";
        }
    }

    // sound
    @Test
    @SuppressWarnings("unchecked")
    void valueThatGoesThroughAClassOfAnotherLoader() throws ReflectiveOperationException {
        Class<?> type = new Alone().loadClass(Shout.class.getName());
        assertNotSame(Shout.class, type);
        UnaryOperator<String> shout = (UnaryOperator<String>) type.getDeclaredConstructor().newInstance();
        assertEquals("value!", shout.apply("value"));
    }
}
