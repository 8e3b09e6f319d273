package writing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Writes files where it runs, as tests of generators do. */
class NotesTest {
    @Test
    void writesText() throws IOException {
        Files.writeString(Path.of("notes.txt"), new Notes("kept").text());
    }

    @Test
    void writesWhereItIsTold() throws IOException {
        Files.writeString(Path.of(new Notes("four").name()), "text");
    }
}
