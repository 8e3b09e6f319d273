package held;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The order in which classes list their members where that is held: methods by name, then by parameters and result, and constructors by
 * parameters. Real, the JVM lists methods by the addresses of their names: those that the JDK has are elsewhere than new ones.
 */
class MembersTest {
    static class Sample implements Comparable<Sample> {
        int zulu;
        int alpha;
        int mike;

        Sample(String text, int number) {}

        Sample() {}

        Sample(int number, String text) {}

        Sample(int number) {}

        void zyzzyva() {}

        void close(String text) {}

        @Override
        public String toString() {
            return "sample";
        }

        void close() {}

        void aardvark() {}

        void close(int number) {}

        void close(int number, String text) {}

        @Override
        public int compareTo(Sample other) {
            return 0;
        }

        void run() {}
    }

    interface Upper {
        void wander();

        void get();

        Object any();
    }

    interface Lower extends Upper {
        void length();

        @Override
        String any();

        void ambling();
    }

    private static List<String> texts(Method[] methods) {
        List<String> texts = new ArrayList<>();
        for (Method method : methods) {
            List<String> parameters = Arrays.stream(method.getParameterTypes()).map(Class::getSimpleName).toList();
            texts.add(method.getReturnType().getSimpleName() + " " + method.getName() + parameters);
        }
        return texts;
    }

    @Test
    void methodsAreListedByNameParametersAndResult() {
        List<String> expected = List.of(
                "void aardvark[]",
                "void close[]",
                "void close[int]",
                "void close[int, String]",
                "void close[String]",
                // Types are compared by their full names: held.MembersTest$Sample, java.lang.Object.
                "int compareTo[Sample]",
                "int compareTo[Object]",
                "void run[]",
                "String toString[]",
                "void zyzzyva[]");
        assertEquals(expected, texts(Sample.class.getDeclaredMethods()));
    }

    @Test
    void methodsOfAllTypesAreListedTogether() {
        List<String> expected =
                List.of("void ambling[]", "String any[]", "void get[]", "void length[]", "void wander[]");
        List<String> found = new ArrayList<>(texts(Lower.class.getMethods()));
        // javac gives interfaces no bridge, or one, by its version.
        found.remove("Object any[]");
        assertEquals(expected, found);
    }

    @Test
    void constructorsAreListedByParameters() {
        List<List<String>> found = new ArrayList<>();
        for (Constructor<?> one : Sample.class.getDeclaredConstructors()) {
            found.add(Arrays.stream(one.getParameterTypes()).map(Class::getSimpleName).toList());
        }
        assertEquals(List.of(List.of(), List.of("int"), List.of("int", "String"), List.of("String", "int")), found);
    }

    @Test
    void fieldsAreListedAsTheClassDeclaresThem() {
        List<String> found = new ArrayList<>();
        for (Field field : Sample.class.getDeclaredFields()) {
            if (!field.isSynthetic()) {
                found.add(field.getName());
            }
        }
        assertEquals(List.of("zulu", "alpha", "mike"), found);
    }
}
