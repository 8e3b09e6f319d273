package fex.junit;

import fex.runtime.HeldExit;
import fex.runtime.HeldMachine;
import java.util.OptionalInt;

/** The machine and the process of a test in a {@link VirtualEnvironment}. */
public final class VirtualMachine {
    private VirtualMachine() {}

    /** Sets an environment variable until the test ends, or removes it if its value is {@code null}. */
    public static void setVariable(String name, String value) {
        Environments.require("VirtualMachine.setVariable");
        HeldMachine.setVariable(name, value);
    }

    /** Sets the number of processors until the test ends. */
    public static void setProcessors(int count) {
        Environments.require("VirtualMachine.setProcessors");
        HeldMachine.setProcessors(count);
    }

    /**
     * The status with which the program wanted to end the JVM first, if it did since this was last asked. In the thread that asked for the end, an error
     * was thrown. A test that does not ask fails for it.
     */
    public static OptionalInt exitStatus() {
        Environments.require("VirtualMachine.exitStatus");
        HeldExit.Ended ended = HeldExit.take();
        return ended == null ? OptionalInt.empty() : OptionalInt.of(ended.status());
    }

    /** Does what the program wants to be done when the JVM ends, and waits for that. */
    public static void runShutdownHooks() throws InterruptedException {
        Environments.require("VirtualMachine.runShutdownHooks");
        HeldExit.runHooks();
    }
}
