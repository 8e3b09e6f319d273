package inputs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The brittle assertion that Huo and Clause found in {@code BugsTest.test13666} of Commons CLI, and their fix. */
class ChoiceBuilderTest {
    // brittle: ChoiceBuilder.longName, ChoiceBuilder.argumentName
    @Test
    void test13666() {
        ChoiceBuilder.withDescription("dir");
        ChoiceBuilder.hasArgument();
        assertEquals("-d <arg>   dir", ChoiceBuilder.create("d"));
    }

    // sound
    @Test
    void test13666AfterReset() {
        ChoiceBuilder.reset();
        ChoiceBuilder.withDescription("dir");
        ChoiceBuilder.hasArgument();
        assertEquals("-d <arg>   dir", ChoiceBuilder.create("d"));
    }
}
