package fex.junit.agent;

import fex.instrument.Instrumenter;
import fex.instrument.Passes;
import fex.instrument.Transformer;
import fex.runtime.HeldEnvironment;
import fex.runtime.HeldFiles;
import fex.runtime.HeldStatics;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/** Has programs ask for what surrounds them, and the JDK as soon as a test wants another environment than that of the machine. */
final class Arming {
    private Arming() {}

    static void arm(Instrumentation instrumentation) {
        HeldStatics.follow(type -> Transformer.open(instrumentation, type), List.of());
        Instrumenter programs = new Instrumenter(Passes.held());
        instrumentation.addTransformer(new Transformer(
                programs,
                (name, problem) -> System.err.println("fex: " + name.replace('/', '.') + " runs as it is: " + problem)));
        HeldEnvironment.armedBy(() -> hold(instrumentation));
    }

    /** What takes time is done only where a test wants it. */
    private static void hold(Instrumentation instrumentation) {
        Path kept = Path.of(System.getProperty("java.io.tmpdir"), "fex-files-" + UUID.randomUUID());
        HeldFiles.keptIn(kept.toAbsolutePath());
        Runtime.getRuntime().addShutdownHook(new Thread(HeldFiles::remove, "fex files"));
        Transformer.changeJdk(instrumentation, Passes.environment());
    }
}
