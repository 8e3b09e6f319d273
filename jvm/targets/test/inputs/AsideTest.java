package inputs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Constants that tests load and do not work on are no inputs. */
class AsideTest {
    // sound
    @Test
    void constantOfAFinalVariable() {
        // The compiler puts the text where it is used.
        final String text = "R 1.5";
        assertEquals("R 1.5", new Table().label(text, false));
    }

    // sound
    @Test
    void truthThatSaysWhatWasReached() {
        boolean isCaught = false;
        try {
            new Table().checked(-7);
        } catch (IllegalArgumentException expected) {
            isCaught = true;
        }
        assertTrue(isCaught);
    }

    // sound
    @Test
    void partOfAMessage() {
        int checked = new Table().checked(7);
        // What the compiler made of `"it is " + checked + " now"` before Java 9.
        assertTrue(checked == 7, new StringBuilder().append("it is ").append(checked).append(" now").toString());
    }

    // sound
    @Test
    void messageOfAnAssertionThatIsNotReached() {
        assertThrows(IllegalArgumentException.class, () -> assertEquals(7, new Table().checked(-7), "it is seven"));
    }

    // sound
    @Test
    void textsOfMessages() {
        String[] texts = {"the first time", "the second time"};
        for (String text : texts) {
            assertEquals(7, new Table().checked(7), text + " it is asked");
        }
    }

    // unused: "left", "out"
    @Test
    void textOfABuilderThatAVariableHas() {
        StringBuilder builder = new StringBuilder();
        builder.append("left").append("out");
        assertEquals(7, new Table().checked(7));
    }
}
