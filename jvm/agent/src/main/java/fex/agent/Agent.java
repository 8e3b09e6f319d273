package fex.agent;

import fex.instrument.Gates;
import fex.instrument.Instrumenter;
import fex.instrument.Loaders;
import fex.instrument.Pass;
import fex.instrument.Passes;
import fex.instrument.Transformer;
import fex.runtime.Border;
import fex.runtime.HeldEnvironment;
import fex.runtime.HeldFiles;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Instruments classes as they are loaded, once the worker has been told what to do. */
public final class Agent {
    private static Instrumentation instrumentation;
    /** What instruments classes, if anything does. */
    private static Transformer installed;

    /** It comes after all others, so that they do not change what it adds. */
    private static final Loaders LOADERS = new Loaders();

    private Agent() {}

    /** Makes a class of its bytes; {@code null} leaves it as it is. */
    interface Change {
        byte[] of(String name, byte[] original, ClassLoader loader);
    }

    /** What a class was made into: it may be loaded anew. */
    private record Changed(byte[] original, byte[] result) {}

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
        HeldEnvironment.armedBy(() -> changeJdk(Passes.environment()));
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
        installed = new Transformer(instrumenter, failed);
        add(installed);
    }

    private static void add(ClassFileTransformer transformer) {
        instrumentation.removeTransformer(LOADERS);
        instrumentation.addTransformer(transformer);
        instrumentation.addTransformer(LOADERS);
    }

    /**
     * Changes every class of programs that is loaded from now on, whatever else is done to it.
     *
     * @param concerned which classes may be changed, by their internal names
     */
    static void change(Change change, Predicate<String> concerned) {
        Map<String, Changed> made = new ConcurrentHashMap<>();
        add(new ClassFileTransformer() {
            @Override
            public byte[] transform(
                    ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] original) {
                if (name == null || loader == null || !concerned.test(name)) {
                    return null;
                }
                Changed before = made.get(name);
                if (before != null && Arrays.equals(before.original(), original)) {
                    return before.result();
                }
                byte[] result = change.of(name, original, loader);
                if (result != null) {
                    made.put(name, new Changed(original, result));
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
        Transformer.changeJdk(instrumentation, passes);
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
        Transformer.open(instrumentation, type);
    }
}
