package writing;

import org.junit.jupiter.api.Test;

/** Ends the JVM before the other tests have run. */
class HaltingNotes {
    @Test
    void ends() {
        Runtime.getRuntime().halt(3);
    }
}
