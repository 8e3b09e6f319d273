package dumps;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Where the methods under test end: the whole heap is dumped, and what receiver, arguments and outcome reach is kept. */
public final class Ends {
    /** Of what the heap is read; `thrown` is an exception, `result` what is returned. */
    private static final class Roots {
        Object receiver;
        Object[] arguments;
        Object result;
        Throwable thrown;
    }

    private static Path folder;
    private static Roots roots;
    private static List<Map<String, String>> seen = new ArrayList<>();

    private Ends() {}

    static synchronized void begin(Path temporary) {
        folder = temporary;
        seen = new ArrayList<>();
    }

    /** What was seen since the beginning, an entry for each end. */
    static synchronized List<Map<String, String>> seen() {
        return seen;
    }

    /** Called by the edited methods. */
    public static synchronized void end(Object receiver, Object[] arguments, Object result, Throwable thrown) {
        roots = new Roots();
        roots.receiver = receiver;
        roots.arguments = arguments;
        roots.result = result;
        roots.thrown = thrown;
        Path file = folder.resolve("heap.hprof");
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(file.toString(), true);
            seen.add(new HeapDump(file).reachable(Ends.class.getName(), "roots"));
            Files.delete(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
