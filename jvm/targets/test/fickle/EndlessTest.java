package fickle;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class EndlessTest {
    @Test
    void sleeps() throws InterruptedException {
        assertTrue(Fickle.isEven(2));
        Thread.sleep(Long.MAX_VALUE);
    }
}
