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
     * @param version a number that another version of fex does not have
     */
    public static void arm(Instrumentation instrumentation, File files, long version) {
        HeldStatics.follow(type -> Transformer.open(instrumentation, type), List.of());
        Instrumenter programs = new Instrumenter(Passes.held());
        instrumentation.addTransformer(new Transformer(
                programs,
                (name, problem) -> System.err.println("fex: " + name.replace('/', '.') + " runs as it is: " + problem)));
        HeldEnvironment.armedBy(() -> hold(instrumentation, files, version));
    }

    /** What takes time is done only where a test wants it. */
    private static void hold(Instrumentation instrumentation, File files, long version) {
        File classes = classes(version);
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

    /** Where this version of fex keeps what it makes of the classes of this JDK: in the user's cache; {@code null} if there is none. */
    private static File classes(long version) {
        File cache = cache();
        String jdk = System.getProperty("java.vendor") + " " + System.getProperty("java.vm.version");
        String name = Long.toHexString(version) + "-" + jdk.replaceAll("[^A-Za-z0-9.+-]", "_");
        return cache == null ? null : new File(new File(cache, "held"), name);
    }

    /** The folder that the binary of fex caches in, too. */
    private static File cache() {
        String own = System.getenv("FEX_CACHE");
        if (own != null && !own.isEmpty()) {
            return new File(own);
        }
        for (String variable : new String[] {"XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"}) {
            String folder = System.getenv(variable);
            if (folder != null && !folder.isEmpty()) {
                return new File(folder, variable.equals("HOME") ? ".cache/fex" : "fex");
            }
        }
        return null;
    }
}
