package inputs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A class comes from a loader that knows nothing but the folder of tests; some run each test with classes of its own in such a way. */
class LoaderTest {
    /** Loads each class itself that is not of the JDK. */
    static final class Alone extends ClassLoader {
        @Override
        protected synchronized Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("java.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try {
                URI tests = LoaderTest.class.getProtectionDomain().getCodeSource().getLocation().toURI();
                byte[] code = Files.readAllBytes(Path.of(tests).resolve(name.replace('.', '/') + ".class"));
                return defineClass(name, code, 0, code.length);
            } catch (IOException | URISyntaxException problem) {
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
