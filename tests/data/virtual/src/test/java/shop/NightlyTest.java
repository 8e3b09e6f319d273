package shop;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fex.junit.VirtualClasses;
import fex.junit.VirtualClock;
import fex.junit.VirtualConsole;
import fex.junit.VirtualEnvironment;
import fex.junit.VirtualFiles;
import fex.junit.VirtualMachine;
import fex.junit.VirtualNetwork;
import fex.junit.VirtualProcesses;
import fex.junit.VirtualRandom;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

@VirtualEnvironment
class NightlyTest {
    @Test
    void itIsAlwaysTheSameDay() {
        assertEquals(LocalDate.of(2026, 7, 2), Nightly.due());
    }

    @Test
    void theClockIsSet() {
        VirtualClock.set(Instant.parse("2028-02-28T23:59:59.999999Z"));
        assertEquals(Instant.parse("2028-02-28T23:59:59.999999Z"), Instant.now());
        assertEquals(LocalDate.of(2028, 3, 1), Nightly.due());
        VirtualClock.set(Instant.parse("2028-02-28T23:59:59.5Z"));
        assertEquals(LocalDate.of(2028, 2, 29), Nightly.due());
        VirtualClock.advance(Duration.ofDays(1));
        assertEquals(LocalDate.of(2028, 3, 1), Nightly.due());
    }

    @Test
    void tenHoursTakeNoTime() throws Exception {
        long before = System.nanoTime();
        assertFalse(Nightly.retried(Path.of("/var/shop/done"), 10));
        assertEquals(10, Duration.ofNanos(System.nanoTime() - before).toHours());
        VirtualFiles.write("/var/shop/done", "");
        assertTrue(Nightly.retried(Path.of("/var/shop/done"), 10));
    }

    @Test
    void filesOfOtherTestsAreGone() throws IOException {
        assertFalse(VirtualFiles.exists("/var/shop/done"));
        VirtualFiles.write("pom.xml", "<project/>");
        assertEquals("<project/>", VirtualFiles.read("pom.xml"));
    }

    @Test
    void somebodyTypes() {
        VirtualConsole.type("you\n");
        Nightly.greet();
        assertEquals("hello, you", VirtualConsole.out());
        assertEquals("", VirtualConsole.err());
    }

    @Test
    void variablesAreSet() {
        assertThrows(NullPointerException.class, Nightly::configuration);
        VirtualMachine.setVariable("SHOP_HOME", "/srv");
        assertEquals(Path.of("/srv/shop.properties"), Nightly.configuration());
        assertEquals("/home/user", System.getProperty("user.home"));
    }

    @Test
    void initialisersRunOnceMore() {
        System.setProperty("shop.dry", "true");
        assertEquals(true, VirtualClasses.initial(Nightly.class, "IS_DRY"));
        assertFalse(Nightly.IS_DRY);
        assertThrows(IllegalArgumentException.class, () -> VirtualClasses.initial(Nightly.class, "IS_WET"));
        assertThrows(IllegalArgumentException.class, () -> VirtualClasses.initial(String.class, "CASE_INSENSITIVE_ORDER"));
    }

    @Test
    void aBankAnswers() throws IOException {
        assertThrows(IOException.class, Nightly::rate);
        VirtualNetwork.listen("bank.example.com", 80, connection -> {
            connection.getInputStream().read(new byte[1_000]);
            String answer = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\n1.25";
            connection.getOutputStream().write(answer.getBytes(US_ASCII));
        });
        assertEquals(1.25, Nightly.rate());
    }

    @Test
    void aProgramAnswers() throws IOException {
        assertThrows(IOException.class, Nightly::revision);
        VirtualProcesses.script("git", command -> new VirtualProcesses.Outcome(0, command.get(2) + "\n", ""));
        assertEquals("HEAD", Nightly.revision());
    }

    @Test
    void numbersAreTheSame() {
        VirtualRandom.seed(7);
        int first = Nightly.draw();
        VirtualRandom.seed(8);
        int other = Nightly.draw();
        VirtualRandom.seed(7);
        assertEquals(first, Nightly.draw());
        assertTrue(first != other);
    }

    @Test
    void theEndIsSaid() throws Exception {
        assertThrows(Error.class, () -> Nightly.end(Path.of("/var/said")));
        assertEquals(OptionalInt.of(2), VirtualMachine.exitStatus());
        assertFalse(VirtualFiles.exists("/var/said"));
        VirtualMachine.runShutdownHooks();
        assertEquals("ended", VirtualFiles.read("/var/said"));
    }

    /** Whatever runs it. */
    @Test
    void aTraceEndsWithTheTest() {
        StackTraceElement[] trace = new Exception().getStackTrace();
        assertEquals(1, trace.length);
        assertEquals("aTraceEndsWithTheTest", trace[0].getMethodName());
    }
}
