package fex.junit;

import fex.runtime.HeldProcesses;
import java.io.IOException;
import java.util.List;

/** The processes of a test in a {@link VirtualEnvironment}: none is started. */
public final class VirtualProcesses {
    /** What comes of a program. */
    public interface Program {
        /** The outcome of a command, whose first word is the name of the program. */
        Outcome run(List<String> command) throws IOException;
    }

    /**
     * What came of it.
     *
     * @param status its exit status
     * @param out what it printed
     * @param err what it printed as errors
     */
    public record Outcome(int status, String out, String err) {}

    private VirtualProcesses() {}

    /** Says what comes of a program, by the name with which it is started; there is no other one. */
    public static void script(String name, Program program) {
        Environments.require("VirtualProcesses.script");
        HeldProcesses.script(name, command -> {
            Outcome outcome = program.run(command);
            return new HeldProcesses.Outcome(outcome.status(), outcome.out(), outcome.err());
        });
    }

    /** Says that a program does the same whatever its arguments: it prints a text, and ends with a status. */
    public static void answer(String name, int status, String out) {
        script(name, command -> new Outcome(status, out, ""));
    }
}
