package fex.junit.agent;

import fex.instrument.Instrumenter;
import fex.instrument.KeptClasses;
import fex.instrument.Passes;
import fex.instrument.Transformer;
import fex.runtime.HeldEnvironment;
import fex.runtime.HeldFiles;
import fex.runtime.HeldStatics;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.List;

/** Has programs ask for what surrounds them, and the JDK as soon as a test wants another environment than that of the machine. */
public final class Arming {
    private Arming() {}

    /**
     * Arms a JVM before its program begins.
     *
     * @param files where changes of files may be kept; no other JVM keeps any there
     * @param classes the file where it is kept what classes of the JDK are made into; {@code null} if there is no place for it
     */
    public static void arm(Instrumentation instrumentation, File files, File classes) {
        HeldStatics.follow(type -> Transformer.open(instrumentation, type), List.of());
        Instrumenter programs = new Instrumenter(Passes.held());
        instrumentation.addTransformer(new Transformer(
                programs,
                (name, problem) -> System.err.println("fex: " + name.replace('/', '.') + " runs as it is: " + problem)));
        HeldEnvironment.armedBy(() -> hold(instrumentation, files, classes));
    }

    /** What takes time is done only where a test wants it. */
    private static void hold(Instrumentation instrumentation, File files, File classes) {
        KeptClasses kept = classes == null ? null : KeptClasses.in(classes);
        HeldFiles.keptIn(files.toPath().toAbsolutePath());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(kept), "fex files"));
        Transformer.changeJdk(instrumentation, Passes.environment(), kept);
    }

    private static void end(KeptClasses kept) {
        HeldFiles.remove();
        if (kept != null) {
            try {
                kept.write();
            } catch (IOException unwritable) {
                // Later JVMs take as long as this one.
            }
        }
    }
}
