package surroundings;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Writes a line whenever it runs. The comment before the test says what it depends on. */
class CountedTest {
    // stable
    @Test
    void counts() throws IOException {
        Files.writeString(Path.of("ran"), "ran\n", CREATE, APPEND);
    }
}
