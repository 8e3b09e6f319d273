package fickle;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class StuckTest {
    private static boolean used;

    /** Passes once in each JVM, and never comes back the second time. */
    @Test
    void passes() throws InterruptedException {
        if (used) {
            new CountDownLatch(1).await();
        }
        used = true;
        assertTrue(Fickle.isEven(2));
    }

    /** Passes once in a folder, and never again. */
    @Test
    void once() throws IOException {
        Files.createFile(Path.of("once"));
    }
}
