package fex.runtime;

import java.lang.management.RuntimeMXBean;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The machine and the process that tests see, if they are held: environment variables, processors, memory, the process id, the numbers in
 * the names of threads; and system properties, locale and zone, which are after each test what they were before it.
 *
 * <p>{@code fex.instrument.Machines} has the JDK ask for the former, and {@code Clocks} has programs do that where the JVM itself answers.
 */
public final class HeldMachine {
    /** What there is of environment variables whatever the machine. */
    private static final Map<String, String> USUAL = Map.of(
            "HOME", "/home/user",
            "LANG", "en_US.UTF-8",
            "LOGNAME", "user",
            "PATH", "/usr/local/bin:/usr/bin:/bin",
            "USER", "user");

    private static final long MEBIBYTE = 1L << 20;

    /** How much memory the JVM says that it may have, that it has, and that is free in it: these do not go on from there. */
    private static final long MOST = 1_024 * MEBIBYTE;

    private static final long HAS = 256 * MEBIBYTE;
    private static final long FREE = 128 * MEBIBYTE;

    private static final int PROCESSORS = 4;
    private static final long PROCESS = 4_711;
    private static final String HOST = "localhost";

    private static volatile HeldMachine held;

    private final Map<String, String> stated;

    /** What this test sees. */
    private volatile Map<String, String> variables;

    private volatile int processors = PROCESSORS;
    private final AtomicInteger threads = new AtomicInteger();
    private final AtomicInteger pools = new AtomicInteger(1);

    /** What was there before the tests of all classes, and what the test found; that is {@code null} where none runs. */
    private Found first = Found.now();

    private Found found;

    /**
     * What the test found, with what is usual; {@code null} where none runs that began with {@link #offer}. Initialisers find that, whatever the test has
     * said since, as nobody knows which test will initialise a class.
     */
    private Found offered;

    /** How many tests have begun, and how many threads are in an initialiser. */
    private int tests;

    private int inside;

    /**
     * What there was when an initialiser began, and what it found: the same, unless what the test has said is hidden from it.
     *
     * @param machine where that was
     * @param test the number of the test
     */
    record Entered(
            HeldMachine machine,
            int test,
            boolean hides,
            Found before,
            Found begun,
            Map<String, String> variables,
            int processors) {}

    /** What all of the JVM shares. */
    record Found(Properties properties, Map<Object, Object> content, Locale[] locales, TimeZone zone) {
        static Found now() {
            Properties properties = System.getProperties();
            Locale[] locales = {
                Locale.getDefault(), Locale.getDefault(Locale.Category.DISPLAY), Locale.getDefault(Locale.Category.FORMAT)
            };
            return new Found(properties, new HashMap<>(properties), locales, TimeZone.getDefault());
        }

        /** The same now: itself where nothing was set since. */
        Found again() {
            boolean isStill = System.getProperties() == properties
                    && isContent()
                    && Locale.getDefault().equals(locales[0])
                    && Locale.getDefault(Locale.Category.DISPLAY).equals(locales[1])
                    && Locale.getDefault(Locale.Category.FORMAT).equals(locales[2])
                    && TimeZone.getDefault().equals(zone);
            return isStill ? this : now();
        }

        /** Whether the properties are as they were; each test asks several times, and most set none. */
        private boolean isContent() {
            if (properties.size() != content.size()) {
                return false;
            }
            for (Map.Entry<Object, Object> entry : content.entrySet()) {
                if (!entry.getValue().equals(properties.get(entry.getKey()))) {
                    return false;
                }
            }
            return true;
        }

        /** The same with what was set between two other times. */
        Found with(Found before, Found after) {
            Map<Object, Object> all = new HashMap<>(content);
            before.content.keySet().stream().filter(key -> !after.content.containsKey(key)).forEach(all::remove);
            after.content.forEach((key, value) -> {
                if (!value.equals(before.content.get(key))) {
                    all.put(key, value);
                }
            });
            Locale[] set = locales.clone();
            for (int category = 0; category < set.length; category++) {
                if (!after.locales[category].equals(before.locales[category])) {
                    set[category] = after.locales[category];
                }
            }
            return new Found(properties, all, set, after.zone.equals(before.zone) ? zone : after.zone);
        }

        void restore() {
            if (System.getProperties() != properties) {
                System.setProperties(properties);
            }
            if (!isContent()) {
                properties.keySet().retainAll(content.keySet());
                properties.putAll(content);
            }
            if (!Locale.getDefault().equals(locales[0])) {
                Locale.setDefault(locales[0]);
            }
            if (!Locale.getDefault(Locale.Category.DISPLAY).equals(locales[1])) {
                Locale.setDefault(Locale.Category.DISPLAY, locales[1]);
            }
            if (!Locale.getDefault(Locale.Category.FORMAT).equals(locales[2])) {
                Locale.setDefault(Locale.Category.FORMAT, locales[2]);
            }
            if (!TimeZone.getDefault().equals(zone)) {
                TimeZone.setDefault(zone);
            }
        }
    }

    private HeldMachine(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(USUAL);
        all.putAll(more);
        stated = Map.copyOf(all);
        variables = stated;
    }

    static void hold(Map<String, String> more) {
        held = new HeldMachine(more);
    }

    static void letGo() {
        end();
        held = null;
    }

    static void begin() {
        HeldMachine machine = held;
        if (machine != null) {
            machine.variables = machine.stated;
            machine.processors = PROCESSORS;
            machine.threads.set(0);
            machine.pools.set(1);
            synchronized (machine) {
                machine.found = machine.first.again();
                machine.tests++;
            }
        }
    }

    /** Initialisers find from now on what there is now. */
    static void offer() {
        HeldMachine machine = held;
        if (machine != null) {
            synchronized (machine) {
                machine.offered = machine.first.again();
            }
        }
    }

    /** An initialiser begins; {@code null} if nothing is held. */
    static Entered enter() {
        HeldMachine machine = held;
        if (machine == null) {
            return null;
        }
        synchronized (machine) {
            Found before = machine.first.again();
            // From one at a time: what another one finds then is hidden already.
            boolean hides = machine.offered != null && machine.inside == 0;
            machine.inside++;
            Found begun = hides ? machine.offered : before;
            Entered entered =
                    new Entered(machine, machine.tests, hides, before, begun, machine.variables, machine.processors);
            if (hides) {
                machine.offered.restore();
                machine.variables = machine.stated;
                machine.processors = PROCESSORS;
            }
            return entered;
        }
    }

    /** It has ended. What was set since, it has set, which it does once: that stays for all tests. */
    static void settle(Entered entered) {
        HeldMachine machine = held;
        if (machine == null || entered == null || machine != entered.machine) {
            return;
        }
        synchronized (machine) {
            machine.inside--;
            Found begun = entered.begun;
            Found after = begun.again();
            // The test may have ended while a thread that it left was in here.
            if (entered.hides && entered.test == machine.tests) {
                entered.before.with(begun, after).restore();
                machine.variables = entered.variables;
                machine.processors = entered.processors;
            }
            if (after != begun) {
                machine.first = machine.first.with(begun, after);
                machine.found = machine.found == null ? null : machine.found.with(begun, after);
                machine.offered = machine.offered == null ? null : machine.offered.with(begun, after);
            }
        }
    }

    /** All tests of a class have ended. */
    static void leave() {
        HeldMachine machine = held;
        if (machine != null) {
            synchronized (machine) {
                machine.first.restore();
            }
        }
    }

    static void end() {
        HeldMachine machine = held;
        if (machine != null) {
            synchronized (machine) {
                machine.offered = null;
                if (machine.found != null) {
                    machine.found.restore();
                    machine.found = null;
                }
            }
        }
    }

    /** The machine that tests see; to choose what they see. */
    private static HeldMachine chosen() {
        return Objects.requireNonNull(held, "the machine is not held");
    }

    /** Sets an environment variable for the rest of the test, or removes it where its value is {@code null}. */
    public static void setVariable(String name, String value) {
        HeldMachine machine = chosen();
        synchronized (machine) {
            Map<String, String> changed = new TreeMap<>(machine.variables);
            if (value == null) {
                changed.remove(name);
            } else {
                changed.put(name, value);
            }
            machine.variables = Map.copyOf(changed);
        }
    }

    /** Sets the number of processors for the rest of the test. */
    public static void setProcessors(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("there is at least one processor, and not " + count);
        }
        chosen().processors = count;
    }

    /** Whether environment variables are held. */
    public static boolean isHeld() {
        return held != null;
    }

    /** In place of {@link System#getenv(String)}. */
    public static String variable(String name) {
        HeldMachine machine = held;
        Asked.variable(Objects.requireNonNull(name));
        return machine == null ? null : machine.variables.get(name);
    }

    /** In place of {@link System#getenv()}. */
    public static Map<String, String> variables() {
        HeldMachine machine = held;
        return machine == null ? Map.of() : machine.sorted();
    }

    /** In place of the variables that a process is to have. */
    public static Map<String, String> ofProcess(Map<String, String> real) {
        HeldMachine machine = held;
        if (machine != null && !HeldFiles.isAttaching()) {
            real.clear();
            real.putAll(machine.variables);
        }
        return real;
    }

    private Map<String, String> sorted() {
        return Collections.unmodifiableMap(new TreeMap<>(variables));
    }

    /** In place of {@link Runtime#availableProcessors}. */
    static int processors(int real) {
        HeldMachine machine = held;
        return machine == null ? real : machine.processors;
    }

    /** In place of {@link Runtime#maxMemory}. */
    public static long maxMemory(Runtime runtime) {
        return held == null ? runtime.maxMemory() : MOST;
    }

    /** In place of {@link Runtime#totalMemory}. */
    public static long totalMemory(Runtime runtime) {
        return held == null ? runtime.totalMemory() : HAS;
    }

    /** In place of {@link Runtime#freeMemory}. */
    public static long freeMemory(Runtime runtime) {
        return held == null ? runtime.freeMemory() : FREE;
    }

    /** In place of {@link ProcessHandle#pid}. */
    public static long pid(ProcessHandle process) {
        return held != null && process.equals(ProcessHandle.current()) ? PROCESS : process.pid();
    }

    /** In place of {@link RuntimeMXBean#getPid}. */
    public static long getPid(RuntimeMXBean bean) {
        return held == null ? bean.getPid() : PROCESS;
    }

    /** In place of {@link RuntimeMXBean#getName}. */
    public static String getName(RuntimeMXBean bean) {
        return held == null ? bean.getName() : PROCESS + "@" + HOST;
    }

    /** In place of the number of a thread that nobody named. */
    public static int threadNumber(int real) {
        HeldMachine machine = held;
        return machine == null ? real : nextThread(machine);
    }

    /** In place of the name of a thread that nobody named. */
    public static String threadName(String real) {
        HeldMachine machine = held;
        return machine == null ? real : "Thread-" + nextThread(machine);
    }

    /** In place of the number of a pool whose threads nobody named. */
    public static int poolNumber(int real) {
        HeldMachine machine = held;
        if (machine == null) {
            return real;
        }
        Initialisers.Running initialiser = Initialisers.innermost();
        return initialiser == null ? machine.pools.getAndIncrement() : initialiser.poolNumber();
    }

    private static int nextThread(HeldMachine machine) {
        Initialisers.Running initialiser = Initialisers.innermost();
        return initialiser == null ? machine.threads.getAndIncrement() : initialiser.threadNumber();
    }
}
