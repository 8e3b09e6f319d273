package unstable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.MethodName.class)
class ModeTest {
    @Test
    void aIsPlain() {
        assertEquals("plain", Mode.name());
    }

    @Test
    void bLogsNothing() {
        assertEquals(List.of(), Mode.LOG);
    }

    @Test
    void cHasNoProperty() {
        assertNull(System.getProperty("unstable.mode"));
    }

    @Test
    void dChanges() {
        Mode.setName("other");
        Mode.LOG.add("changed");
        Mode.prepare();
        System.setProperty("unstable.mode", "other");
        assertEquals("other", Mode.name());
    }

    @Test
    void eIsReady() {
        assertTrue(Mode.isReady());
    }
}
