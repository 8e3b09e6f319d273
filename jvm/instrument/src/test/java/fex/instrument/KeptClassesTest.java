package fex.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bytes are no class files, as nobody looks into them. */
class KeptClassesTest {
    private static final byte[] ORIGINAL = {1, 2, 3};
    private static final byte[] RESULT = {4, 5, 6, 7};

    @TempDir
    Path folder;

    @Test
    void whatWasMadeOfAClassIsFoundAgain() throws IOException {
        KeptClasses kept = KeptClasses.in(file());
        assertNull(kept.of("a/Changed", ORIGINAL));
        kept.keep("a/Changed", ORIGINAL, RESULT);
        kept.keep("a/Same", ORIGINAL, ORIGINAL);
        kept.write();

        KeptClasses later = KeptClasses.in(file());
        assertArrayEquals(RESULT, later.of("a/Changed", ORIGINAL));
        assertSame(ORIGINAL, later.of("a/Same", ORIGINAL));
        assertArrayEquals(RESULT, later.of("a/Changed", new byte[] {3, 1, 2}), "methods have another order");
        try (Stream<Path> all = Files.list(folder.resolve("held"))) {
            assertArrayEquals(new Path[] {file().toPath()}, all.toArray(Path[]::new), "and nothing lies beside it");
        }
    }

    /** One of the same length included. */
    @Test
    void thatOfAnotherClassIsNot() {
        KeptClasses kept = KeptClasses.in(file());
        kept.keep("a/Changed", ORIGINAL, RESULT);
        assertNull(kept.of("a/Changed", new byte[] {1, 2, 4}));
        assertNull(kept.of("a/Changed", new byte[] {1, 2}));
        assertNull(kept.of("a/Other", ORIGINAL));
    }

    /** Whichever byte of it is another one, and wherever it ends. */
    @Test
    void aDamagedFileHasNothing() throws IOException {
        KeptClasses kept = KeptClasses.in(file());
        kept.keep("a/Changed", ORIGINAL, RESULT);
        kept.write();
        byte[] whole = Files.readAllBytes(file().toPath());
        for (int at = 0; at < whole.length; at++) {
            byte[] other = whole.clone();
            other[at] ^= 1;
            Files.write(file().toPath(), other);
            assertNull(KeptClasses.in(file()).of("a/Changed", ORIGINAL));
            Files.write(file().toPath(), Arrays.copyOf(whole, at));
            assertNull(KeptClasses.in(file()).of("a/Changed", ORIGINAL));
        }
    }

    @Test
    void nothingIsWrittenWhereNothingIsNew() throws IOException {
        KeptClasses.in(file()).write();
        assertFalse(file().exists());
    }

    private File file() {
        return folder.resolve("held/classes").toFile();
    }
}
