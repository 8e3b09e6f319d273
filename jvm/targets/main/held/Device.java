package held;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** Code that waits, reads clocks and takes random numbers. */
public final class Device {
    private long started;

    public void start() {
        started = System.nanoTime();
    }

    /** How many milliseconds have passed since the start. */
    public long running() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
    }

    /** Waits for an hour. */
    public void cool() throws InterruptedException {
        Thread.sleep(1_800_000);
        Thread.sleep(899_999, 999_999);
        TimeUnit.MINUTES.sleep(15);
    }

    /** A number from each generator that nobody gives a seed, and more from those that all of the JVM shares. */
    public static List<String> numbers() throws NoSuchAlgorithmException {
        List<String> cards = new ArrayList<>(List.of("a", "b", "c", "d", "e", "f", "g", "h"));
        Collections.shuffle(cards);
        byte[] bytes = new byte[11];
        new SecureRandom().nextBytes(bytes);
        return List.of(
                "Math " + Math.random() + " " + Math.random(),
                "Random " + new Random().nextLong(),
                "ThreadLocalRandom " + ThreadLocalRandom.current().nextInt() + " " + ThreadLocalRandom.current().nextLong(),
                "SplittableRandom " + new SplittableRandom().nextLong(),
                "RandomGenerator " + RandomGenerator.of("L64X128MixRandom").nextLong(),
                "SecureRandom " + new java.math.BigInteger(bytes) + " " + SecureRandom.getInstanceStrong().nextInt(),
                "UUID " + UUID.randomUUID(),
                "shuffle " + cards);
    }
}
