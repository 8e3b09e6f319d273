package held;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.TimeZone;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What tests see of the machine and of their process where these are held: what is stated here, and nothing of the machine at hand. */
class MachineTest {
    private static final long NOON = 1_782_907_200_000L;
    private static final long MEBIBYTE = 1 << 20;

    @Test
    void environmentVariablesAreStatedOnes() {
        assertEquals("/home/user", System.getenv("HOME"));
        assertEquals("user", System.getenv().get("USER"));
        assertEquals("en_US.UTF-8", System.getenv("LANG"));
        // The tests of fex itself have this one.
        assertNull(System.getenv("CARGO_MANIFEST_DIR"));
        assertEquals(System.getenv(), new ProcessBuilder("any").environment());
        assertThrows(UnsupportedOperationException.class, () -> System.getenv().put("A", "b"));
    }

    @Test
    void theUserHasAFolder() throws IOException {
        assertEquals("user", System.getProperty("user.name"));
        assertEquals("/home/user", System.getProperty("user.home"));
        Path note = Path.of(System.getProperty("user.home"), ".note");
        assertFalse(Files.exists(note));
        Files.writeString(note, "text");
        assertEquals("text", Files.readString(note));
        assertTrue(new File("/home/user").isDirectory());
    }

    @Test
    void thereAreFourProcessorsAndAGibibyteOfMemory() {
        Runtime runtime = Runtime.getRuntime();
        Supplier<Integer> reference = runtime::availableProcessors;
        assertEquals(4, runtime.availableProcessors());
        assertEquals(4, reference.get());
        assertEquals(1024 * MEBIBYTE, runtime.maxMemory());
        assertEquals(256 * MEBIBYTE, runtime.totalMemory());
        assertEquals(128 * MEBIBYTE, runtime.freeMemory());
    }

    /** Only where fex starts the JVM, the pools of the JDK know of that. */
    @Test
    void thePoolOfTheJvmIsMadeForThem() {
        assertEquals(3, ForkJoinPool.getCommonPoolParallelism());
    }

    @Test
    void theProcessHasAStatedNumber() {
        assertEquals(4711, ProcessHandle.current().pid());
        assertEquals(4711, ManagementFactory.getRuntimeMXBean().getPid());
        assertEquals("4711@localhost", ManagementFactory.getRuntimeMXBean().getName());
    }

    @Test
    void threadsAreNumberedFromTheBeginningOfTheTest() throws Exception {
        assertEquals("Thread-0", new Thread(() -> {}).getName());
        assertEquals("Thread-1", new Thread(() -> {}).getName());
        ExecutorService pool = Executors.newSingleThreadExecutor();
        assertEquals("pool-1-thread-1", pool.submit(() -> Thread.currentThread().getName()).get());
        pool.shutdownNow();
    }

    @Test
    void threadsAreNumberedFromTheBeginningOfTheNextTest() throws Exception {
        threadsAreNumberedFromTheBeginningOfTheTest();
    }

    /** Leaves to others whatever there is, and wants to find nothing of it: a second test does the same. */
    @Test
    void whatATestSetsForTheJvmIsGoneForTheNextOne() {
        assertNull(System.getProperty("held.left"));
        assertEquals("UTC", TimeZone.getDefault().getID());
        assertEquals(Locale.US, Locale.getDefault());
        assertEquals(Locale.US, Locale.getDefault(Locale.Category.FORMAT));
        String separator = System.getProperty("line.separator");
        assertEquals("\n", separator);
        System.setProperty("held.left", "behind");
        System.setProperty("line.separator", "\r\n");
        System.clearProperty("java.version");
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
        Locale.setDefault(Locale.FRANCE);
        Locale.setDefault(Locale.Category.FORMAT, Locale.GERMANY);
        System.setIn(new ByteArrayInputStream(new byte[] {1}));
        System.setOut(new PrintStream(System.out));
    }

    @Test
    void whatAnotherTestSetsForTheJvmIsGoneForThisOne() {
        whatATestSetsForTheJvmIsGoneForTheNextOne();
    }

    @Test
    void propertiesMayBeOthersAltogether() {
        assertTrue(System.getProperty("java.version") != null);
        System.setProperties(new java.util.Properties());
    }

    @Test
    void thereIsNothingToReadAndNobodyAtTheConsole() throws IOException {
        assertEquals(-1, System.in.read());
        assertEquals(0, System.in.available());
        assertNull(System.console());
        System.setIn(new ByteArrayInputStream(new byte[] {1}));
        assertEquals(1, System.in.read());
    }

    @Test
    void noProcessIsStarted() {
        IOException refused = assertThrows(IOException.class, () -> new ProcessBuilder("git", "status").start());
        assertEquals(
                "Cannot run program \"git\": no process is started in virtual surroundings", refused.getMessage());
        assertThrows(IOException.class, () -> Runtime.getRuntime().exec(new String[] {"sh", "-c", "true"}));
        assertThrows(
                IOException.class,
                () -> ProcessBuilder.startPipeline(Arrays.asList(new ProcessBuilder("ls"), new ProcessBuilder("wc"))));
        // As always, these are the caller's fault.
        assertThrows(IndexOutOfBoundsException.class, () -> new ProcessBuilder().start());
        assertThrows(NullPointerException.class, () -> new ProcessBuilder("git", null).start());
    }

    @Test
    void hooksAreKeptFromTheJvm() {
        Thread hook = new Thread(() -> {
            throw new IllegalStateException("nothing runs this");
        });
        Runtime.getRuntime().addShutdownHook(hook);
        assertThrows(IllegalArgumentException.class, () -> Runtime.getRuntime().addShutdownHook(hook));
        assertTrue(Runtime.getRuntime().removeShutdownHook(hook));
        assertFalse(Runtime.getRuntime().removeShutdownHook(hook));
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Test
    void clocksThatReflectionFindsAreHeldToo() throws Throwable {
        long found = (long) System.class.getMethod("currentTimeMillis").invoke(null);
        assertEquals(NOON, found);
        MethodType type = MethodType.methodType(long.class);
        long handled = (long) MethodHandles.lookup().findStatic(System.class, "currentTimeMillis", type).invoke();
        assertEquals(NOON, handled);
    }
}
