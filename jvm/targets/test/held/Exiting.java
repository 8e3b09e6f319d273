package held;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;

/** Ends the JVM, which where that is held makes the test fail and leaves the others alone. Each of these fails but for the last one. */
class Exiting {
    @Test
    void exits() {
        System.exit(3);
    }

    @Test
    void halts() {
        Runtime.getRuntime().halt(4);
    }

    @Test
    void catchesWhatItGetsInPlaceOfTheEnd() {
        try {
            System.exit(5);
            fail("nothing comes after that");
        } catch (Throwable end) {
            assertEquals("the program ends the JVM with status 5", end.getMessage());
        }
    }

    @Test
    void exitsInAThread() throws InterruptedException {
        Thread thread = new Thread(() -> System.exit(6));
        thread.setUncaughtExceptionHandler((ended, end) -> {});
        thread.start();
        thread.join();
    }

    @Test
    void goesOn() {
        assertTrue(new Device().running() >= 0);
    }
}
