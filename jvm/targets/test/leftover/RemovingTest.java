package leftover;

import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

class RemovingTest {
    private static int count;

    /** Where nothing is removed, this fails and leaves a name, which it does not mind the next time. */
    @Test
    void removes() {
        String name = "name " + count++;
        Registry.add(name);
        Registry.remove(name);
        assertFalse(Registry.has(name));
    }
}
