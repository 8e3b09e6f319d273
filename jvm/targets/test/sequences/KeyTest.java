package sequences;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.File;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Compares keys, and writes a file that no other test should write. */
class KeyTest {
    @Test
    void equals() throws IOException {
        assertEquals(Key.of("key=1"), Key.of("key=1"), "they are the same");
        assertThrows(IllegalArgumentException.class, () -> Key.of("1"));
        File.createTempFile("key", "1").delete();
    }
}
