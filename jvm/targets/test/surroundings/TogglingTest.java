package surroundings;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The comment before each test says what it depends on. */
class TogglingTest {
    // flaky
    @Test
    void toggles() throws IOException {
        File file = new File("toggle");
        assertTrue(file.exists() ? file.delete() && false : file.createNewFile());
    }
}
