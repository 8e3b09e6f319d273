package fex.runtime;

import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

/** Single tests for which the environment is held, each of which finds the same one: in JVMs where other tests may run for real, and in those of fex. */
public final class HeldTest {
    /** Whether it was held before a test began, and stays so. */
    private static boolean wasHeld;

    private HeldTest() {}

    /** The environment is held from now on, and is what each test finds. */
    public static void hold() {
        haveUsual();
        holdAsUsual();
    }

    private static void holdAsUsual() {
        Environment.chooseSeed(0);
        HeldEnvironment.hold(HeldEnvironment.NOON, Map.of());
    }

    /**
     * A test begins. {@link HeldEnvironment#arm} has been asked before.
     *
     * @param test its name, on which random numbers depend that nobody has chosen a seed for
     */
    public static void begin(String test) {
        wasHeld = HeldEnvironment.isHeld();
        if (!wasHeld) {
            holdAsUsual();
        }
        Unheld.take();
        HeldConsole.keepOutput(true);
        Environment.begin(test);
        HeldEnvironment.begin();
        if (!wasHeld) {
            haveUsual();
        }
        HeldMachine.offer();
    }

    /** The test that has begun is called so: from now on, random numbers depend on that. */
    public static void name(String test) {
        Environment.name(test);
    }

    /** One of many sequences begins that are performed as tests would be which have chosen the first seed, and that leave nothing to each other. */
    public static void begin() {
        if (HeldEnvironment.includes("files")) {
            HeldFiles.hold();
        }
        begin("");
        Environment.chooseSeed(0);
    }

    /** It has ended, and with it what was held for its sake. */
    public static void end() {
        if (wasHeld) {
            HeldEnvironment.end();
        } else {
            HeldEnvironment.letGo();
            Environment.chooseSeed(null);
        }
    }

    /** What is set is put back with what is held. */
    private static void haveUsual() {
        if (HeldEnvironment.includes("machine")) {
            System.setProperty("user.name", "user");
            System.setProperty("user.home", "/home/user");
            Locale.setDefault(Locale.US);
            TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
        }
    }
}
