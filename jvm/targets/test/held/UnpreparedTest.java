package held;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What {@link PreparedTest} prepares is for its own tests. */
class UnpreparedTest {
    @Test
    void findsNothing() {
        assertEquals(0, PreparedTest.before);
        assertNull(Plain.names);
        assertNull(System.getProperty("held.prepared"));
        assertEquals(Locale.US, Locale.getDefault());
    }
}
