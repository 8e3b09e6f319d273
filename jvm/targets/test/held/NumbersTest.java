package held;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Writes the random numbers that a test gets, so that they can be compared from run to run. */
class NumbersTest {
    @Test
    void numbersAreOthersEachTime() throws Exception {
        List<String> first = Device.numbers();
        assertNotEquals(first, Device.numbers());
        write(Path.of(System.getProperty("held.log")), first);
    }

    private static void write(Path log, List<String> lines) throws IOException {
        Files.write(log, List.of(String.join("; ", lines)), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
