package five;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import core.Numbers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class NumbersSpec {
    @Test
    void five() {
        assertEquals(5, Numbers.five(1));
    }

    @Test
    @Tag("slow")
    void slow() {
        assertEquals(8, Numbers.slow(1));
    }

    /** What the build says about the JVM of these tests. */
    @Test
    void surroundings() {
        assertEquals("two words", System.getProperty("from.line"));
        assertEquals("five", System.getProperty("from.pom"));
        assertEquals("1", System.getenv("FROM_POM"));
        assertTrue(Files.isDirectory(Path.of("test/java/five")), Path.of("").toAbsolutePath().toString());
        assertTrue(NumbersSpec.class.desiredAssertionStatus());
    }
}
