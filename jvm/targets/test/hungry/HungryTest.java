package hungry;

import static org.junit.Assert.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

/** A test that needs all the memory that there is if a value of it is another one. */
public class HungryTest {
    private final List<byte[]> kept = new ArrayList<>();

    /** Takes two away each time, so that it never comes to zero from an odd number. */
    private void keep(int count) {
        for (int left = count; left != 0; left -= 2) {
            kept.add(new byte[1 << 20]);
        }
    }

    @Test
    public void keepsMegabytes() throws IOException {
        String largest = Runtime.getRuntime().maxMemory() + "\n";
        Files.writeString(Path.of("heaps.txt"), largest, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        int count = 4;
        keep(count);
        assertEquals(12L, Long.parseLong("12"));
    }
}
