package sequences;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Counts the texts of markup that has none. */
class MarkupTest {
    @Test
    void counts() {
        assertTrue(Markup.texts("<list>\n  <item> </item>\n  <item/>\n</list>") < 5);
    }
}
