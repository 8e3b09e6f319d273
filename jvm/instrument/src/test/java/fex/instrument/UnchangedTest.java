package fex.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Classes that are said to stay as they are, which are not written anew: those of the JDK, taken for a program's. They are the same where each
 * is written anew all the same, with what holds the environment and without it.
 */
class UnchangedTest {
    /** A pass that is concerned with all classes, and says of none that it stays as it is. */
    private record Always(Pass pass) implements Pass {
        @Override
        public Layer layer() {
            return pass.layer();
        }

        @Override
        public boolean concerns(String name) {
            return true;
        }

        @Override
        public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
            return pass.method(to, of, access, name, descriptor);
        }
    }

    /** What writes methods as they are, instruction by instruction, as those passes do that look at each. */
    private static final Pass NOTHING = new ClassPass(
            Set.of(), Pass.Layer.INSTRUCTIONS, (to, of, name, descriptor) -> new MethodVisitor(Opcodes.ASM9, to) {});

    /** What leaves methods alone, as those passes do that look at none. */
    private static final Pass NOWHERE = new ClassPass(Set.of(), Pass.Layer.INSTRUCTIONS, (to, of, name, descriptor) -> to);

    @Test
    void whatIsSaidToStayAsItIsDoesSo() throws IOException {
        int kept = 0;
        int changed = 0;
        List<Path> files;
        try (Stream<Path> all = Files.walk(FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base"))) {
            files = all.filter(file -> file.toString().endsWith(".class")).toList();
        }
        for (Pass pass : Passes.held()) {
            Instrumenter instrumenter = new Instrumenter(List.of(new Always(pass)));
            Instrumenter plain = new Instrumenter(List.of(new Always(pass instanceof Clocks ? NOTHING : NOWHERE)));
            for (Path file : files) {
                byte[] original = Files.readAllBytes(file);
                if (pass.changes(new ClassReader(original))) {
                    changed++;
                } else {
                    kept++;
                    assertArrayEquals(plain.instrument(original), instrumenter.instrument(original), () -> pass + " in " + file);
                }
            }
        }
        // Most classes of the JDK neither read clocks nor wait, and fewer have initialisers.
        assertTrue(kept > changed && changed > 1_000, kept + " stay, and " + changed + " do not");
    }
}
