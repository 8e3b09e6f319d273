package fickle;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FickleTest {
    @Test
    void even() {
        assertTrue(Fickle.isEven(2));
        assertFalse(Fickle.isEven(3));
    }

    @Test
    void evenAgain() {
        assertTrue(Fickle.isEven(2));
    }

    /** Passes once in a folder, and never again. */
    @Test
    void once() throws IOException {
        assertTrue(Fickle.isEven(4));
        Files.createFile(Path.of("once"));
    }
}
