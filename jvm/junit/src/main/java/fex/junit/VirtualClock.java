package fex.junit;

import fex.runtime.Environment;
import java.time.Duration;
import java.time.Instant;

/** The clock of a test in a {@link VirtualEnvironment}: that of {@code System}, {@code java.time}, {@code Date} and {@code Calendar}. */
public final class VirtualClock {
    private VirtualClock() {}

    /** Has the clock show an instant now. Who waits waits as long as before: {@code System.nanoTime} does not jump. */
    public static void set(Instant instant) {
        Environments.require("VirtualClock.set");
        Environment.setInstant(instant);
    }

    /** Has the clock go on by some time, and wakes whoever waits for that. */
    public static void advance(Duration time) {
        Environments.require("VirtualClock.advance");
        if (time.isNegative()) {
            throw new IllegalArgumentException("a clock that others wait by does not go back: " + time);
        }
        Environment.advance(time.toNanos());
    }
}
