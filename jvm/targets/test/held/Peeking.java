package held;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.IOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import org.junit.jupiter.api.Test;

/** Uses what is not virtual, each in its own way; a report names them all, but for the last test. */
class Peeking {
    @Test
    void interfaces() throws SocketException {
        assertTrue(NetworkInterface.getNetworkInterfaces().hasMoreElements());
    }

    @Test
    void processes() {
        assertTrue(ProcessHandle.of(1).isPresent());
    }

    @Test
    void room() {
        assertTrue(new File(".").getFreeSpace() >= 0);
    }

    /** The place is in {@link #read}, and this test the second one of the stack. */
    @Test
    void status() throws IOException {
        assertTrue(read("/proc/self/status").startsWith("Name:"));
    }

    private static String read(String path) throws IOException {
        try (BufferedReader in = new BufferedReader(new FileReader(path))) {
            return in.readLine();
        }
    }

    /** A JVM that was started with {@code LANG=C} has no such name. */
    @Test
    void names() {
        assertFalse(new File("caf\u00e9").exists());
    }

    @Test
    void nativeCode() {
        assertThrows(UnsatisfiedLinkError.class, () -> System.load("/no/such/library.so"));
    }

    @Test
    void nothing() {
        assertEquals(0, new Device().running() / 1_000_000_000_000L);
    }
}
