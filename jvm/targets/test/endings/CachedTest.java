package endings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CachedTest {
    @Test
    void answer() {
        assertEquals(42, Cached.answer());
    }
}
