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

    /** How many ends in one test are looked at; a heap is slow to write. */
    private static final int MOST = 3;

    private static Path folder;
    private static Roots roots;
    private static List<Map<String, String>> seen = new ArrayList<>();
    private static int count;

    private Ends() {}

    static synchronized void begin(Path temporary) {
        folder = temporary;
        seen = new ArrayList<>();
        count = 0;
    }

    /** How many ends there were since the beginning. */
    static synchronized int count() {
        return count;
    }

    /** What was seen at the first of them, an entry for each end. */
    static synchronized List<Map<String, String>> seen() {
        return seen;
    }

    /** Called by the edited methods. */
    public static synchronized void end(Object receiver, Object[] arguments, Object result, Throwable thrown) {
        count++;
        if (count > MOST) {
            return;
        }
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
