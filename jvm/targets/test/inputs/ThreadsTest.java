package inputs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Values get to assertions by way of other threads. */
class ThreadsTest {
    // sound
    @Test
    void valueThatAThreadIsMadeWith() throws Exception {
        AtomicReference<String> told = new AtomicReference<>();
        String name = "thread";
        Thread thread = new Thread(() -> told.set(name + "!"));
        thread.start();
        thread.join();
        assertEquals("thread!", told.get());
    }

    // sound
    @Test
    void valueThatATaskReturns() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        int number = 20 + Integer.parseInt("1");
        Future<Integer> twice = pool.submit(() -> 2 * number);
        assertEquals(42, twice.get());
        pool.shutdown();
    }

    // sound
    @Test
    void valueThatIsComputedLater() {
        String name = "later";
        CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> name);
        assertEquals("later?", first.thenApply(text -> text + "?").join());
    }

    // sound
    @Test
    void valuesThatThreadsShare() {
        List<Integer> numbers = List.of(1, 2, 3);
        int factor = Integer.parseInt("3");
        assertEquals(18, numbers.parallelStream().mapToInt(number -> number * factor).sum());
    }
}
