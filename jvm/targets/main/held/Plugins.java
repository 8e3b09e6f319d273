package held;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Classes that register themselves when they are initialised, which happens once. */
public final class Plugins {
    private static final List<String> NAMES = new ArrayList<>();

    /** A class that does so. */
    public static final class Late {
        /** What its initialiser has found. */
        public static final Instant SINCE = Instant.now();

        public static final int NUMBER = new Random().nextInt();
        public static final String THREAD = new Thread(() -> {}).getName();
        public static int uses;

        static {
            NAMES.add("late");
            System.setProperty("held.late", "yes");
            for (int reading = 0; reading < 2_000; reading++) {
                System.currentTimeMillis();
                Math.random();
            }
        }

        private Late() {}

        public static int use() {
            return ++uses;
        }
    }

    private Plugins() {}

    public static List<String> names() {
        return NAMES;
    }
}
