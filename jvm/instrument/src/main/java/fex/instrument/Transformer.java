package fex.instrument;

import fex.runtime.BranchProbe;
import fex.runtime.HeldStatics;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/** Instruments classes as the JVM loads them. */
public final class Transformer implements ClassFileTransformer {
    private final Instrumenter instrumenter;
    private final BiConsumer<String, Throwable> failed;
    private final KeptClasses kept;

    /** What classes were made into, by internal name: they may be loaded anew. */
    private final Map<String, Instrumented> known = new ConcurrentHashMap<>();

    private record Instrumented(byte[] original, byte[] result) {}

    /** @param failed told of each class that cannot be instrumented, by its internal name; it runs as it is */
    public Transformer(Instrumenter instrumenter, BiConsumer<String, Throwable> failed) {
        this(instrumenter, failed, null);
    }

    private Transformer(Instrumenter instrumenter, BiConsumer<String, Throwable> failed, KeptClasses kept) {
        this.instrumenter = instrumenter;
        this.failed = failed;
        this.kept = kept;
        // What is first used while a class is loaded would have to load others then.
        BranchProbe.resume(BranchProbe.pause());
    }

    /**
     * Changes the classes of the JDK that some passes concern, whether they are loaded yet or not.
     *
     * @throws IllegalStateException if one of them cannot be changed
     */
    public static void changeJdk(Instrumentation instrumentation, List<Pass> passes) {
        changeJdk(instrumentation, passes, null);
    }

    /**
     * The same.
     *
     * @param kept what the same passes have made of classes, which may be used, and where what they make of others is kept; {@code null} if
     *     there is no such thing
     */
    public static void changeJdk(Instrumentation instrumentation, List<Pass> passes, KeptClasses kept) {
        Instrumenter change = new Instrumenter(passes);
        List<String> failed = Collections.synchronizedList(new ArrayList<>());
        Transformer transformer =
                new Transformer(change, (name, problem) -> failed.add(name + " (" + problem + ")"), kept);
        instrumentation.addTransformer(transformer, true);
        List<Class<?>> loaded = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (type.getClassLoader() == null && !type.isArray() && change.concerns(type.getName().replace('.', '/'))) {
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

    /** Lets the runtime read the fields of a class, whatever its module says. */
    public static void open(Instrumentation instrumentation, Class<?> type) {
        Set<Module> runtime = Set.of(HeldStatics.class.getModule());
        instrumentation.redefineModule(
                type.getModule(), Set.of(), Map.of(), Map.of(type.getPackageName(), runtime), Set.of(), Map.of());
    }

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] original) {
        if (name == null || !instrumenter.concerns(name)) {
            return null;
        }
        boolean isPaused = BranchProbe.pause();
        Instrumented before = known.get(name);
        try {
            if (before == null || !Arrays.equals(before.original(), original)) {
                before = new Instrumented(original, instrumented(name, original));
                known.put(name, before);
            }
            instrumenter.loads(loader, name);
            // It is loaded as it is then, and not parsed twice.
            return before.result() == before.original() ? null : before.result();
        } catch (RuntimeException | LinkageError | StackOverflowError problem) {
            failed.accept(name, problem);
            return null;
        } finally {
            BranchProbe.resume(isPaused);
        }
    }

    private byte[] instrumented(String name, byte[] original) {
        byte[] known = kept == null ? null : kept.of(name, original);
        if (known != null) {
            return known;
        }
        byte[] result = instrumenter.instrument(original);
        if (kept != null) {
            kept.keep(name, original, result);
        }
        return result;
    }
}
