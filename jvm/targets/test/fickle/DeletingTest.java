package fickle;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Nothing can run where it has run. */
class DeletingTest {
    @Test
    void deletes() throws IOException {
        assertTrue(Fickle.isEven(2));
        Files.delete(Path.of("").toAbsolutePath());
    }
}
