package fex.runtime;

import java.lang.StackWalker.StackFrame;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What surrounds tests: as it is, or as fex varies it, and who reads it.
 *
 * <p>{@code fex.instrument.Clocks}, {@code Chances}, {@code Listings} and {@code Readers} have programs and the JDK
 * call this class.
 */
public final class Environment {
    /** How many readings are kept of each test. */
    private static final int KEPT = 1_000;

    /** How often stacks are walked in each test: some ask for the locale in a loop. */
    private static final int WALKS = 20_000;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int MILLIS_PER_SECOND = 1_000;

    /**
     * Who reads something.
     *
     * @param factor what it is
     * @param asked the method of the JDK that was asked for it
     * @param by the innermost method on the stack that belongs neither to the JDK nor to a test framework
     */
    public record Reading(String factor, String asked, Observer.Frame by) {}

    /**
     * How clocks run.
     *
     * @param ahead by how many milliseconds they are ahead of those of the machine
     * @param speed how many times as fast as these they run
     * @param sinceMillis when they began to do that
     * @param sinceNanos the same, by the other clock
     */
    private record Clocks(long ahead, int speed, long sinceMillis, long sinceNanos) {
        long millis(long real) {
            return real + ahead + (speed - 1) * (real - sinceMillis);
        }

        long nanos(long real) {
            return real + (speed - 1) * (real - sinceNanos);
        }

        boolean areReal() {
            return ahead == 0 && speed == 1;
        }
    }

    private static volatile Clocks clocks = new Clocks(0, 1, 0, 0);
    private static volatile boolean isReversed;

    /** The clock that tests see, if it is held; and their random numbers, if they are. */
    private static volatile HeldClock held;

    /** The only one that there ever is: threads may wait for it that outlive their tests. */
    private static HeldClock kept;

    private static volatile Chance chance;
    private static volatile boolean isWatched;
    private static int walks;

    private static final Set<Reading> READINGS = new LinkedHashSet<>();

    private Environment() {}

    /**
     * Varies what surrounds tests from now on.
     *
     * @param ahead by how many milliseconds clocks are ahead of those of the machine
     * @param speed how many times as fast as these they run
     * @param reversed whether what has no order is listed in reverse
     */
    public static void vary(long ahead, int speed, boolean reversed) {
        clocks = new Clocks(ahead, speed, System.currentTimeMillis(), System.nanoTime());
        prepare();
        isReversed = reversed;
    }

    /** Loads whatever walking a stack needs, lest that be loaded while the JDK is in the middle of something. */
    static void prepare() {
        // Its class reads a clock for itself when it is loaded.
        Instant.now();
        isForProgram();
        isForFramework();
        Initialisers.innermost();
    }

    /** Clocks are held from now on, and begin at an instant, in milliseconds since 1970; see {@link #begin}. */
    public static void hold(long instant) {
        if (kept == null) {
            kept = new HeldClock();
        }
        kept.beginAt(instant);
        Waiting.prepare();
        held = kept;
    }

    /** Clocks are those of the machine again. */
    public static void letGo() {
        held = null;
    }

    /** Has held clocks show an instant now. */
    public static void setInstant(Instant instant) {
        HeldClock clock = held;
        if (clock != null) {
            clock.show(instant);
        }
    }

    /** Has held clocks go on by some nanoseconds. */
    public static void advance(long nanos) {
        HeldClock clock = held;
        if (clock != null) {
            clock.advance(nanos);
        }
    }

    /** The clock that tests see; {@code null} if it is that of the machine. */
    static HeldClock held() {
        return held;
    }

    /** Random numbers begin with a seed from now on; see {@link #begin}. Those of the machine are {@code null}. */
    public static void chooseSeed(Integer seed) {
        chance = seed == null ? null : new Chance(seed);
    }

    /** A test begins. */
    public static void begin(String test) {
        HeldClock clock = held;
        if (clock != null) {
            clock.begin();
        }
        name(test);
    }

    /** The test that runs is called so. */
    static void name(String test) {
        Chance random = chance;
        if (random != null) {
            random.begin(test);
        }
    }

    /** Whether readings are noted from now on. */
    public static void watch(boolean on) {
        isWatched = on;
    }

    /** What was read since the last time, each place once, in the order in which they read first. */
    public static List<Reading> take() {
        synchronized (READINGS) {
            List<Reading> taken = List.copyOf(READINGS);
            READINGS.clear();
            walks = 0;
            return taken;
        }
    }

    /** In place of {@link System#currentTimeMillis}. */
    public static long currentTimeMillis() {
        read("time");
        HeldClock clock = held;
        return clock == null ? clocks.millis(System.currentTimeMillis()) : clock.millis();
    }

    /** In place of {@link System#nanoTime}. */
    public static long nanoTime() {
        read("speed");
        HeldClock clock = held;
        return clock == null ? clocks.nanos(System.nanoTime()) : clock.nanos();
    }

    /** In place of an instant that the JDK has read from its clock. */
    public static Instant instant(Instant real) {
        read("time");
        HeldClock clock = held;
        if (clock != null) {
            return clock.instant();
        }
        Clocks now = clocks;
        if (now.areReal()) {
            return real;
        }
        long millis = real.getEpochSecond() * MILLIS_PER_SECOND + real.getNano() / NANOS_PER_MILLI;
        return real.plusMillis(now.millis(millis) - millis);
    }

    /** In place of a seed that nobody has chosen. */
    public static long seed(long real) {
        Chance random = chance;
        return random == null || !isAskedByProgram() ? real : random.next();
    }

    /** In place of the next number of a generator that threads have and nobody chooses. */
    public static long next(long real) {
        Chance random = chance;
        return random == null ? real : random.next();
    }

    /** In place of a random number from 0 on and less than 1. */
    public static double fraction(double real) {
        Chance random = chance;
        return random == null ? real : random.fraction();
    }

    /** In place of a generator that all of the JVM shares. */
    public static Random generator(Random real) {
        Chance random = chance;
        return random == null ? real : new Random(random.next());
    }

    /**
     * Fills an array for a program, in place of a generator whose numbers hang on the machine.
     *
     * @return whether that is done
     */
    public static boolean fill(SecureRandom generator, byte[] bytes) {
        Chance random = chance;
        // The one algorithm whose numbers programs can choose, by a seed.
        if (random == null || "SHA1PRNG".equals(generator.getAlgorithm()) || !isAskedByProgram()) {
            return false;
        }
        random.fill(bytes);
        return true;
    }

    /** In place of {@link Runtime#availableProcessors}. */
    public static int availableProcessors(Runtime runtime) {
        read("processors");
        return HeldMachine.processors(runtime.availableProcessors());
    }

    /** In place of a method that reflection has found: if that tells the time, one that tells it to programs. */
    public static Method reflected(Method found) {
        Class<?> asked = looked(found.getDeclaringClass(), found.getName());
        try {
            return asked == found.getDeclaringClass() ? found : asked.getMethod(found.getName());
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** In place of a class in which a static method is looked up by its name: if that tells the time, one that tells it to programs. */
    public static Class<?> looked(Class<?> type, String name) {
        boolean isClock = type == System.class && (name.equals("currentTimeMillis") || name.equals("nanoTime"));
        return isClock && held != null && !isForFramework() ? Environment.class : type;
    }

    /** What was listed in an order that nobody promises, and may come in any other. */
    public static Object[] listed(Object[] list) {
        read("listing");
        if (list instanceof String[] names && HeldFiles.areHeld()) {
            Arrays.sort(names);
        }
        if (list instanceof Executable[] members && members.length > 1 && HeldEnvironment.isHeld() && isForProgram()) {
            HeldMembers.sort(members);
        }
        if (list != null && isReversed && isForProgram()) {
            for (int first = 0, last = list.length - 1; first < last; first++, last--) {
                Object kept = list[first];
                list[first] = list[last];
                list[last] = kept;
            }
        }
        return list;
    }

    /**
     * Whether it is a program that asks a generator, and not the JDK, which has uses of its own for random numbers: the names of
     * temporary files are taken already where they are those of an earlier run.
     */
    private static boolean isAskedByProgram() {
        return isInnermostOfProgram(name -> !isGenerator(name));
    }

    private static boolean isGenerator(String type) {
        return type.startsWith("fex.")
                || type.startsWith("java.util.Random")
                || type.startsWith("java.util.SplittableRandom")
                || type.startsWith("java.util.random.")
                // Generators with names are made by this.
                || type.equals("java.util.ServiceLoader$ProviderImpl")
                || type.startsWith("java.util.UUID")
                || type.startsWith("jdk.random.")
                || type.startsWith("jdk.internal.random.")
                || type.startsWith("java.security.")
                || type.startsWith("sun.security.");
    }

    /** Whether what the JDK does now it does for a program, and not for itself or for a test framework, which has an order of its own. */
    static boolean isForProgram() {
        return isInnermostOfProgram(name -> !isJdk(name));
    }

    /** Whether what the JDK does now it does for a test framework or a build, or while fex finds something out. */
    static boolean isForFramework() {
        return CallStack.ask(true, () -> CallStack.WALKER.walk(frames -> frames.map(StackFrame::getClassName)
                .filter(name -> !isJdk(name))
                .findFirst()
                .filter(Environment::isFramework)
                .isPresent()));
    }

    /**
     * Whether the innermost class on the stack of those that count belongs to a program; nothing does that is asked while that is found
     * out.
     */
    private static boolean isInnermostOfProgram(Predicate<String> counts) {
        return CallStack.ask(false, () -> {
            String innermost = CallStack.WALKER.walk(frames -> frames.map(StackFrame::getClassName)
                    .filter(counts)
                    .findFirst()
                    .orElse(""));
            return !innermost.isEmpty() && isOfProgram(innermost);
        });
    }

    /**
     * Called by what tells of something that surrounds tests.
     *
     * @param factor what it is
     */
    public static void read(String factor) {
        if (isWatched) {
            CallStack.ask(null, () -> {
                note(factor);
                return null;
            });
        }
    }

    private static void note(String factor) {
        synchronized (READINGS) {
            if (++walks > WALKS || READINGS.size() >= KEPT) {
                return;
            }
        }
        String[] asked = {""};
        // What the JDK calls itself comes first; the last of that is what was asked.
        Optional<StackFrame> reader = CallStack.WALKER.walk(frames -> frames.filter(frame -> {
                    boolean isJdk = isJdk(frame.getClassName());
                    if (isJdk && !frame.getClassName().startsWith("fex.")) {
                        asked[0] = name(frame);
                    }
                    return !isJdk;
                })
                .findFirst());
        // Whoever loads a class knows nothing of what that reads.
        if (reader.isEmpty() || isFramework(reader.get().getClassName()) || asked[0].startsWith("ClassLoader.")) {
            return;
        }
        Observer.Frame by = frame(reader.get());
        synchronized (READINGS) {
            READINGS.add(new Reading(factor, asked[0].isEmpty() ? clock(factor) : asked[0], by));
        }
    }

    /** What is called in place of a method that the JVM answers itself, which is not on the stack. */
    private static String clock(String factor) {
        return switch (factor) {
            case "time" -> "System.currentTimeMillis";
            case "speed" -> "System.nanoTime";
            default -> "Runtime.availableProcessors";
        };
    }

    private static String name(StackFrame frame) {
        String type = frame.getClassName();
        String simple = type.substring(type.lastIndexOf('.') + 1);
        String method = frame.getMethodName();
        return method.equals("<init>") ? "new " + simple : simple + "." + method;
    }

    /** What is told of a method on the stack. */
    static Observer.Frame frame(StackFrame frame) {
        return new Observer.Frame(
                frame.getClassName().replace('.', '/'),
                frame.getMethodName(),
                frame.getDescriptor(),
                source(frame),
                Math.max(0, frame.getLineNumber()));
    }

    private static String source(StackFrame frame) {
        String file = frame.toStackTraceElement().getFileName();
        return file == null ? "" : file;
    }

    /** Whether a class, by its binary name, belongs to a program or its libraries: neither to the JDK, nor to a test framework, nor to fex. */
    public static boolean isOfProgram(String type) {
        return !isJdk(type) && !isFramework(type);
    }

    /** Whether a class, by its binary name, belongs to the JDK or to fex. */
    static boolean isJdk(String type) {
        return type.startsWith("java.")
                || type.startsWith("jdk.")
                || type.startsWith("sun.")
                || type.startsWith("javax.")
                || type.startsWith("com.sun.")
                || type.startsWith("fex.");
    }

    /** Whether a class, by its binary name, belongs to what runs tests: a framework, a build, an editor, or what measures coverage. */
    static boolean isFramework(String type) {
        return type.startsWith("org.junit.")
                || type.startsWith("junit.")
                || type.startsWith("org.testng.")
                || type.startsWith("org.apache.maven.")
                || type.startsWith("org.gradle.")
                || type.startsWith("worker.org.gradle.")
                || type.startsWith("com.intellij.rt.")
                || type.startsWith("org.eclipse.jdt.internal.junit")
                || type.startsWith("org.jacoco.agent.rt.");
    }
}
