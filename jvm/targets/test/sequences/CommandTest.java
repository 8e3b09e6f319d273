package sequences;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Parses arguments, in which each option has its value. */
class CommandTest {
    private Command command;

    @BeforeEach
    void declare() {
        command = new Command().option("out").option("in");
    }

    @Test
    void parses() {
        String[] arguments = {"--out", "file", "--in", "other"};
        assertEquals(4, command.parse(arguments));
        assertEquals("file", command.value("out"));
    }
}
