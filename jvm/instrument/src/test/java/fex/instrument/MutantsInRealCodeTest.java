package fex.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fex.runtime.Mutant;
import fex.runtime.Probe;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.platform.commons.JUnitException;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.opentest4j.AssertionFailedError;

/** Whole libraries with every possible site at once: the JVM verifies each class, and they do what they did. */
class MutantsInRealCodeTest {
    /** Classes by name with all their sites, which are those that the runtime knows then. */
    private record Library(Map<String, byte[]> original, Map<String, byte[]> changed, int tooLarge, int sites) {}

    private static Map<String, byte[]> read(Path root) throws IOException {
        Map<String, byte[]> classes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                String name = new ClassReader(bytes).getClassName();
                // Several versions of a class are in a jar for several releases of Java.
                if (!name.endsWith("-info") && !file.toString().contains("META-INF")) {
                    classes.put(name.replace('/', '.'), bytes);
                }
            }
        }
        return classes;
    }

    private static Map<String, byte[]> ofJar(Class<?> type) throws Exception {
        Path jar = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (FileSystem inside = FileSystems.newFileSystem(jar)) {
            return read(inside.getPath("/"));
        }
    }

    private static Library changed(Map<String, byte[]> original) {
        List<MethodPlan> plans = new ArrayList<>();
        original.values().forEach(bytes -> plans.addAll(Everywhere.plans(bytes)));
        Probe.makeRoom(plans.size(), 0);
        Passes.declareMutants(plans);
        Instrumenter instrumenter = new Instrumenter(Passes.guard(plans, List.of(), List.of()));
        Map<String, byte[]> changed = new TreeMap<>();
        int tooLarge = 0;
        for (Map.Entry<String, byte[]> each : original.entrySet()) {
            byte[] bytes = each.getValue();
            try {
                bytes = instrumenter.instrument(bytes);
            } catch (MethodTooLargeException problem) {
                tooLarge++;
            }
            changed.put(each.getKey(), bytes);
        }
        return new Library(original, changed, tooLarge, plans.stream().mapToInt(plan -> plan.sites().size()).sum());
    }

    private static Loading loading(Map<String, byte[]> classes) {
        Loading loading = new Loading(MutantsInRealCodeTest.class.getClassLoader());
        classes.forEach(loading::add);
        return loading;
    }

    /** Has the JVM verify a class, which it does before it tells of its methods; returns why it cannot be loaded, if not. */
    private static String verify(ClassLoader loader, String name) throws ClassNotFoundException {
        try {
            Class.forName(name, false, loader).getDeclaredMethods();
            return "";
        } catch (NoClassDefFoundError missing) {
            return missing.getMessage();
        } catch (IllegalAccessError hidden) {
            return "a class that its module hides";
        }
    }

    /** Verifies all classes; what cannot be loaded cannot be without mutants either. */
    private static int verify(Library library) throws ClassNotFoundException {
        ClassLoader original = loading(library.original());
        ClassLoader changed = loading(library.changed());
        int verified = 0;
        for (String name : library.original().keySet()) {
            String missing = verify(original, name);
            assertEquals(missing, verify(changed, name), name);
            verified += missing.isEmpty() ? 1 : 0;
        }
        return verified;
    }

    @Test
    void whatIsWrongIsFound() {
        ClassWriter wrong = new ClassWriter(0);
        wrong.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Wrong", null, "java/lang/Object", null);
        MethodVisitor method = wrong.visitMethod(Opcodes.ACC_STATIC, "text", "()Ljava/lang/String;", null, null);
        method.visitCode();
        method.visitInsn(Opcodes.ICONST_0);
        method.visitInsn(Opcodes.ARETURN);
        method.visitMaxs(1, 0);
        method.visitEnd();
        wrong.visitEnd();
        assertThrows(VerifyError.class, () -> verify(loading(Map.of("Wrong", wrong.toByteArray())), "Wrong"));
    }

    @Test
    void librariesAreVerified() throws Exception {
        int verified = 0;
        int sites = 0;
        for (Class<?> type : List.of(
                ClassReader.class,
                ClassNode.class,
                Analyzer.class,
                Test.class,
                ParameterizedTest.class,
                JUnitException.class,
                AssertionFailedError.class)) {
            Library library = changed(ofJar(type));
            assertEquals(0, library.tooLarge(), type.getName());
            verified += verify(library);
            sites += library.sites();
        }
        assertTrue(verified > 600 && sites > 40_000, verified + " classes with " + sites + " sites");
    }

    /** The compiler of the JDK, which is older code than libraries have, with all that Java has. */
    @Test
    void theCompilerIsVerified() throws Exception {
        Library library = changed(read(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/jdk.compiler")));
        int verified = verify(library);
        assertTrue(library.tooLarge() <= 2, library.tooLarge() + " classes have a method that gets too large");
        assertTrue(verified > 900 && library.sites() > 100_000, verified + " classes with " + library.sites() + " sites");
    }

    /** ASM with all mutants reads and writes the compiler as ASM does. */
    @Test
    void aLibraryDoesWhatItDid() throws Exception {
        Library library = changed(ofJar(ClassReader.class));
        Loading loading = loading(library.changed());
        Class<?> reader = loading.loadClass(ClassReader.class.getName());
        Class<?> writer = loading.loadClass(ClassWriter.class.getName());
        Class<?> visitor = loading.loadClass(ClassVisitor.class.getName());
        Constructor<?> read = reader.getConstructor(byte[].class);
        Constructor<?> write = writer.getConstructor(int.class);
        Map<String, byte[]> classes = read(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/jdk.compiler"));
        Mutant.met();
        for (byte[] bytes : classes.values()) {
            ClassWriter expected = new ClassWriter(ClassWriter.COMPUTE_MAXS);
            new ClassReader(bytes).accept(expected, 0);
            Object to = write.newInstance(ClassWriter.COMPUTE_MAXS);
            reader.getMethod("accept", visitor, int.class).invoke(read.newInstance((Object) bytes), to, 0);
            assertArrayEquals(expected.toByteArray(), (byte[]) writer.getMethod("toByteArray").invoke(to));
        }
        int[] met = Mutant.met();
        assertTrue(met.length > 3_000 && met.length < library.sites(), met.length + " of " + library.sites());
    }
}
