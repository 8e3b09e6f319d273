package fex.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import fex.runtime.Probe;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** What was changed is loaded, which verifies it, and asked for classes. */
class LoadersTest {
    /** Knows no class at all. */
    public static class Strict extends ClassLoader {
        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            throw new ClassNotFoundException(name);
        }
    }

    /** Has a method with that name, which loads nothing. */
    public static class Unrelated {
        public String loadClass(int number) {
            return "class " + number;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Opcodes.V1_5, Opcodes.V17})
    void strictLoaderIsAskedForAllButTheRuntime(int version) throws IOException, ReflectiveOperationException {
        byte[] changed = Loaders.guided(of(Strict.class, version));
        assertNotNull(changed);
        Class<?> type = defined(Strict.class.getName(), changed);
        ClassLoader strict = (ClassLoader) type.getDeclaredConstructor().newInstance();
        assertSame(Probe.class, strict.loadClass(Probe.class.getName()));
        assertThrows(ClassNotFoundException.class, () -> strict.loadClass("fex.runtime.NoClass"));
        assertThrows(ClassNotFoundException.class, () -> strict.loadClass(LoadersTest.class.getName()));
        assertThrows(ClassNotFoundException.class, () -> strict.loadClass("java.lang.String"));
    }

    @Test
    void otherMethodsStayAsTheyAre() throws IOException {
        assertNull(Loaders.guided(of(Unrelated.class, Opcodes.V17)));
    }

    /** {@code String.contains} says which bytes mention the method. */
    @Test
    void theNameOfTheMethodIsFoundWhereverItIs() {
        String letters = "loadClass";
        Random random = new Random(1);
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "\u00ff" : "");
            for (int part = random.nextInt(6); part > 0; part--) {
                int from = random.nextInt(letters.length());
                text.append(letters, from, from + 1 + random.nextInt(letters.length() - from));
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.ISO_8859_1);
            assertEquals(text.toString().contains(letters), Loaders.mentionsMethod(bytes), text.toString());
        }
    }

    private static byte[] of(Class<?> type, int version) throws IOException {
        try (InputStream file = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            ClassReader reader = new ClassReader(file.readAllBytes());
            ClassWriter writer = new ClassWriter(0);
            // An old class has no nest.
            reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
                @Override
                public void visit(int of, int access, String name, String signature, String superName, String[] more) {
                    super.visit(version, access, name, signature, superName, more);
                }
            }, 0);
            return writer.toByteArray();
        }
    }

    private static Class<?> defined(String name, byte[] code) {
        return new ClassLoader(LoadersTest.class.getClassLoader()) {
            Class<?> define() {
                return defineClass(name, code, 0, code.length);
            }
        }.define();
    }
}
