package fex.runtime;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Static fields of the project: each test finds in them, and in all that they lead to, what initialisers left there and what its own class
 * has prepared, whichever tests ran before.
 *
 * <p>{@code fex.instrument.Initialisations} has the initialisers of classes call this class.
 */
public final class HeldStatics {
    /** With this property of the JVM, tests find what others left. */
    private static final boolean ARE_LEFT = !HeldEnvironment.includes("statics");

    /** A class without an initialiser that was loaded. */
    private record Loaded(WeakReference<ClassLoader> loader, String name) {}

    /** The initialiser of the project that called all others that a thread is in. */
    private static final class Outermost {
        /** What was other than initialisers had left it when it began. */
        private Map<Object, Saved> before;

        private final HeldMachine.Entered entered = HeldMachine.enter();
        private final Set<Class<?>> initialised = new HashSet<>();
        private int depth;
    }

    private interface Step {
        void of(Baseline baseline) throws IllegalAccessException;
    }

    private static final Object LOCK = new Object();
    private static Followable followable = new Followable(type -> {}, Set.of());

    /** What is known of the classes in use; {@code null} where static fields are not followed. */
    private static volatile Baseline inUse;

    /** The same of the classes that were loaded first, while others are in use. */
    private static Baseline ofFirst;

    /** The names of classes that have an initialiser, and those classes among them that are initialised. */
    private static final Set<String> WITH_INITIALISER = ConcurrentHashMap.newKeySet();

    private static final Set<Class<?>> INITIALISED = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /** Not under the lock: whoever adds to it holds that of a class loader. */
    private static final Queue<Loaded> LOADED = new ConcurrentLinkedQueue<>();

    private static final ThreadLocal<Outermost> OUTERMOST = new ThreadLocal<>();

    private static boolean isInTest;

    /** What was there before the tests of a class that has its own; see {@link #beginClass}. */
    private static Map<Object, Saved> before = Map.of();

    private HeldStatics() {}

    /**
     * Static fields are followed from now on.
     *
     * @param opener makes the fields of a class of another module accessible
     * @param own the normal paths of the folders and jars of the project; if there are none, each folder on a class path is one of the project's
     */
    public static void follow(Consumer<Class<?>> opener, Collection<Path> own) {
        synchronized (LOCK) {
            followable = new Followable(opener, Set.copyOf(own));
            inUse = ARE_LEFT ? null : new Baseline(followable);
            ofFirst = null;
        }
    }

    /** Classes are loaded anew from now on. */
    public static void renew() {
        synchronized (LOCK) {
            if (inUse != null) {
                ofFirst = ofFirst == null ? inUse : ofFirst;
                inUse = new Baseline(followable);
            }
        }
    }

    /** Those that were loaded first are in use again. */
    public static void goBack() {
        synchronized (LOCK) {
            if (ofFirst != null) {
                inUse = ofFirst;
                ofFirst = null;
            }
        }
    }

    /** A class has an initialiser, and that calls this class. */
    public static void hasInitialiser(String name) {
        WITH_INITIALISER.add(name);
    }

    /** A class is loaded that has static fields which can be assigned to. */
    public static void loads(ClassLoader loader, String name) {
        if (inUse != null && !WITH_INITIALISER.contains(name)) {
            LOADED.add(new Loaded(new WeakReference<>(loader), name));
        }
    }

    /** The initialiser of a class begins. */
    public static void initialises(Class<?> type) {
        Initialisers.begin(type);
        if (inUse == null || !followable.isOfProject(type)) {
            return;
        }
        Outermost outermost = OUTERMOST.get();
        if (outermost == null) {
            Outermost begun = new Outermost();
            on(of -> begun.before = of.changed());
            OUTERMOST.set(begun);
            outermost = begun;
        }
        outermost.depth++;
    }

    /** It has ended. */
    public static void initialised(Class<?> type) {
        INITIALISED.add(type);
        end(type, true);
    }

    /** It has thrown something. */
    public static void failed(Class<?> type) {
        end(type, false);
    }

    private static void end(Class<?> type, boolean isInitialised) {
        Initialisers.end();
        Outermost outermost = OUTERMOST.get();
        // Whoever follows may have begun while it ran.
        if (outermost == null || !followable.isOfProject(type)) {
            return;
        }
        if (isInitialised) {
            outermost.initialised.add(type);
        }
        outermost.depth--;
        if (outermost.depth == 0) {
            OUTERMOST.remove();
            HeldMachine.settle(outermost.entered);
            on(of -> settle(of, outermost, type));
        }
    }

    private static void settle(Baseline baseline, Outermost outermost, Class<?> type) throws IllegalAccessException {
        if (baseline.settle(outermost.before)) {
            Unheld.used("initialises " + type.getName() + ", which adds to what was changed before in static fields");
        }
        for (Class<?> each : outermost.initialised) {
            baseline.add(each);
        }
        if (baseline.isFull()) {
            Unheld.used("has more in static fields than can be put back");
        }
    }

    /** A test begins. */
    static void begin() {
        if (!isInTest) {
            on(Baseline::find);
        }
        isInTest = true;
    }

    /** It ends, and the next one of its class finds what this one found. */
    static void end() {
        if (isInTest) {
            on(Baseline::restoreFound);
        }
        isInTest = false;
    }

    /** All tests of a class have ended, and the next one finds what initialisers left. */
    static void leave() {
        on(Baseline::restoreInitial);
    }

    /** Static fields are no longer held. */
    static void letGo() {
        end();
        on(Baseline::forgetFound);
    }

    /** Tests of a class begin that find what initialisers left, though other tests find what others leave. */
    public static void beginClass() {
        on(of -> before = of.take());
    }

    /** They have ended, and other tests find what there was before. */
    public static void endClass() {
        on(of -> {
            of.putBack(before);
            before = Map.of();
        });
    }

    /** Does something with what is known of the classes in use, if static fields are followed. */
    private static void on(Step step) {
        Baseline baseline = inUse;
        if (baseline == null) {
            return;
        }
        synchronized (LOCK) {
            try {
                admit(baseline);
                step.of(baseline);
            } catch (IllegalAccessException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    /** Follows the classes without an initialiser that were loaded since, and can be initialised without anybody's noticing. */
    private static void admit(Baseline baseline) throws IllegalAccessException {
        for (Loaded loaded = LOADED.poll(); loaded != null; loaded = LOADED.poll()) {
            ClassLoader loader = loaded.loader().get();
            if (loader != null) {
                try {
                    Class<?> type = Class.forName(loaded.name(), false, loader);
                    if (followable.isOfProject(type)) {
                        baseline.awaits(type);
                    }
                } catch (ClassNotFoundException | LinkageError neverLoaded) {
                    // Its bytes were refused, for instance.
                }
            }
        }
        baseline.admit(HeldStatics::isReady);
    }

    /** Whether nothing of a program runs when a class is initialised. */
    private static boolean isReady(Class<?> type) {
        if (type == null || type.getClassLoader() == null) {
            return true;
        }
        return WITH_INITIALISER.contains(type.getName())
                ? INITIALISED.contains(type)
                : isReady(type.getSuperclass());
    }
}
