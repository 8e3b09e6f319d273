package fex.instrument.taint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Marked classes are verified by the JVM when they are loaded, and compute what they compute as they are. */
class MarkingTest {
    /** What the sample computes as it is; it counts in static fields, so that it is asked once. */
    private static final Object PLAIN = new Sample().get();

    /** Loads samples, and what compilers make beside them, anew, marked. */
    private static final class Marked extends ClassLoader {
        private static final List<String> SAMPLES = List.of(Sample.class.getName(), Forgetful.class.getName());

        private final Marking marking;
        private final List<String> asTheyAre = new ArrayList<>();

        Marked(boolean tells) {
            super(MarkingTest.class.getClassLoader());
            marking = new Marking(Set.of(), Set.of(Sample.class.getName().replace('.', '/')), Set.of(), tells);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (SAMPLES.stream().noneMatch(name::startsWith)) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known == null ? marked(name) : known;
        }

        private Class<?> marked(String name) throws ClassNotFoundException {
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] marked = marking.mark(file.readAllBytes(), this, (method, why) -> asTheyAre.add(method + why));
                return defineClass(name, marked, 0, marked.length);
            } catch (IOException problem) {
                throw new ClassNotFoundException(name, problem);
            }
        }
    }

    @Test
    void marked_code_computes_the_same() throws ReflectiveOperationException {
        computesTheSame(new Marked(false));
    }

    @Test
    void code_that_tells_the_ways_of_marks_computes_the_same() throws ReflectiveOperationException {
        computesTheSame(new Marked(true));
    }

    private static void computesTheSame(Marked loader) throws ReflectiveOperationException {
        Object marked = loader.loadClass(Sample.class.getName()).getDeclaredConstructor().newInstance();
        assertEquals(PLAIN, ((Supplier<?>) marked).get());
        assertEquals(List.of(), loader.asTheyAre);
    }

    /** Otherwise tests fail that wait until something is collected, as those of libraries for leaks of memory do. */
    @Test
    void marks_keep_no_object_alive() throws ReflectiveOperationException {
        assertEquals(List.of(), new Forgetful().get());
        Object marked = new Marked(false).loadClass(Forgetful.class.getName()).getDeclaredConstructor().newInstance();
        assertEquals(List.of(), ((Supplier<?>) marked).get());
    }

    @Test
    void each_field_has_one_beside_it_that_is_not_serialised() throws ReflectiveOperationException {
        Class<?> marked = new Marked(false).loadClass(Sample.class.getName());
        assertTrue(java.lang.reflect.Modifier.isTransient(marked.getDeclaredField("$fex$told").getModifiers()));
        assertTrue(marked.getDeclaredField("$fex$counted").isSynthetic());
    }

    @Test
    void what_is_instrumented_is_decided_by_names_alone() {
        assertTrue(Programs.has("com/example/Tree"));
        assertTrue(Programs.has("org/junit/jupiter/api/AssertEquals"));
        for (String other : List.of("java/util/List", "org/junit/platform/launcher/Launcher", "p/C$MockitoMock$1", "fex/runtime/Probe")) {
            assertEquals(false, Programs.has(other), other);
        }
    }
}
