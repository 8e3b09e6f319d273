package fex.agent;

import fex.instrument.Gates;
import fex.instrument.Instrumenter;
import fex.instrument.Pass;
import fex.runtime.Border;
import fex.runtime.Capture;
import fex.runtime.HeldFiles;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Instruments classes as they are loaded, once the worker has been told what to do. */
public final class Agent implements ClassFileTransformer {
    private static Instrumentation instrumentation;
    /** What instruments classes, if anything does. */
    private static Agent installed;

    private final Instrumenter instrumenter;
    private final BiConsumer<String, Throwable> failed;

    /** What classes were made into, by internal name: they may be loaded anew. */
    private final Map<String, Instrumented> known = new ConcurrentHashMap<>();

    /** Makes a class of its bytes; {@code null} leaves it as it is. */
    interface Change {
        byte[] of(String name, byte[] original, ClassLoader loader);
    }

    private record Instrumented(byte[] original, byte[] result) {}

    private Agent(Instrumenter instrumenter, BiConsumer<String, Throwable> failed) {
        this.instrumenter = instrumenter;
        this.failed = failed;
    }

    /**
     * Called by the JVM before {@link Worker#main}.
     *
     * @param keeping the path of the folder in which changes of files may be kept; null or empty if there is none
     */
    public static void premain(String keeping, Instrumentation given) {
        instrumentation = given;
        if (keeping != null && !keeping.isEmpty()) {
            HeldFiles.keptIn(Path.of(keeping));
        }
        Border.guardedBy(Agent::guardBorder);
    }

    /**
     * Instruments every class that is loaded from now on; whatever did so before does not any more.
     *
     * @param failed told of each class that cannot be instrumented, by its internal name; it runs as it is
     */
    static void install(Instrumenter instrumenter, BiConsumer<String, Throwable> failed) {
        if (installed != null) {
            instrumentation.removeTransformer(installed);
        }
        installed = new Agent(instrumenter, failed);
        instrumentation.addTransformer(installed);
    }

    /**
     * Changes every class of programs that is loaded from now on, whatever else is done to it.
     *
     * @param concerned which classes may be changed, by their internal names
     */
    static void change(Change change, Predicate<String> concerned) {
        Map<String, Instrumented> made = new ConcurrentHashMap<>();
        instrumentation.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] original) {
                if (name == null || loader == null || !concerned.test(name)) {
                    return null;
                }
                Instrumented before = made.get(name);
                if (before != null && Arrays.equals(before.original(), original)) {
                    return before.result();
                }
                byte[] result = change.of(name, original, loader);
                if (result != null) {
                    made.put(name, new Instrumented(original, result));
                }
                return result;
            }
        });
    }

    /** From now on, the JDK asks the {@link Border} before it changes something outside of the JVM. */
    private static void guardBorder() {
        changeJdk(List.of(new Gates()));
    }

    /**
     * Changes the classes of the JDK that some passes concern, whether they are loaded yet or not.
     *
     * @throws IllegalStateException if one of them cannot be changed
     */
    static void changeJdk(List<Pass> passes) {
        Instrumenter change = new Instrumenter(passes);
        List<String> failed = Collections.synchronizedList(new ArrayList<>());
        Agent agent = new Agent(change, (name, problem) -> failed.add(name));
        instrumentation.addTransformer(agent, true);
        List<Class<?>> loaded = new ArrayList<>();
        for (Class<?> type : loadedBy(null)) {
            if (change.concerns(type.getName().replace('.', '/'))) {
                loaded.add(type);
            }
        }
        try {
            instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
        } catch (UnmodifiableClassException problem) {
            failed.add(problem.getMessage());
        }
        if (!failed.isEmpty()) {
            throw new IllegalStateException("these classes of the JDK cannot be changed: " + failed);
        }
    }

    /** The classes that a loader has loaded itself; those of the JDK's own loader if there is none. */
    static List<Class<?>> loadedBy(ClassLoader loader) {
        List<Class<?>> loaded = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (type.getClassLoader() == loader && !type.isArray()) {
                loaded.add(type);
            }
        }
        return loaded;
    }

    /** Lets the runtime read the fields of a class, whatever its module says. */
    static void open(Class<?> type) {
        Set<Module> runtime = Set.of(Capture.class.getModule());
        instrumentation.redefineModule(
                type.getModule(), Set.of(), Map.of(), Map.of(type.getPackageName(), runtime), Set.of(), Map.of());
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] original) {
        if (name == null || !instrumenter.concerns(name)) {
            return null;
        }
        Instrumented before = known.get(name);
        if (before != null && Arrays.equals(before.original(), original)) {
            return before.result();
        }
        try {
            byte[] result = instrumenter.instrument(original);
            known.put(name, new Instrumented(original, result));
            return result;
        } catch (RuntimeException | LinkageError | StackOverflowError problem) {
            failed.accept(name, problem);
            return null;
        }
    }
}
