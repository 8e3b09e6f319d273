package held;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tells the random numbers that a test gets from those of other runs, or writes them, so that they can be compared. */
class NumbersTest {
    @Test
    void numbersAreTheSameInEachRun() throws Exception {
        String expected = System.getProperty("held.numbers");
        List<String> first = Device.numbers();
        assertNotEquals(first, Device.numbers());
        if (expected != null) {
            assertEquals(expected, Integer.toHexString(String.join("; ", first).hashCode()));
        } else {
            write(Path.of(System.getProperty("held.log")), first);
        }
    }

    private static void write(Path log, List<String> lines) throws IOException {
        Files.write(log, List.of(String.join("; ", lines)), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
