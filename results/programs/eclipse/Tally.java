import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Refactors the texts of folders, or of each some that a seed picks, and appends a line for each text to a file: `Tally FILE (SPECIFICATION SUITE
 * COUNT KIND FOLDER)…`, where COUNT 0 is all. A line ends with the processor time of the text in microseconds. What the file has is not done again.
 */
final class Tally {
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        Set<String> done = done(file);
        OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (int at = 1; at + 4 < arguments.length; at += 5) {
                String start = arguments[at] + "\t" + arguments[at + 1] + "\t";
                List<Path> texts = texts(Path.of(arguments[at + 4]), Integer.parseInt(arguments[at + 2]));
                texts.removeIf(text -> done.contains(start + text.getFileName()));
                String kind = arguments[at + 3];
                if (!texts.isEmpty()) {
                    // The first refactoring of a JVM waits for Eclipse to read its libraries.
                    outcome(kind, Files.readString(texts.get(0)));
                }
                for (Path text : texts) {
                    long began = machine.getProcessCpuTime();
                    String outcome = outcome(kind, Files.readString(text));
                    long micros = (machine.getProcessCpuTime() - began) / 1000;
                    out.write(start + text.getFileName() + "\t" + outcome + "\t" + micros + "\n");
                    out.flush();
                }
            }
        }
        System.exit(0);
    }

    /** The specification, suite and text of each line of a file. */
    private static Set<String> done(Path file) throws IOException {
        Set<String> done = new HashSet<>();
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                String[] columns = line.split("\t");
                done.add(String.join("\t", columns[0], columns[1], columns[2]));
            }
        }
        return done;
    }

    private static List<Path> texts(Path folder, int count) throws IOException {
        List<Path> texts;
        try (Stream<Path> files = Files.list(folder)) {
            texts = new ArrayList<>(files.sorted().toList());
        }
        if (count > 0) {
            Collections.shuffle(texts, new Random(1));
            texts.subList(Math.min(texts.size(), count), texts.size()).clear();
        }
        return texts;
    }

    private static String outcome(String kind, String text) {
        try {
            String made = Judged.refactored(kind, text);
            int end = made.indexOf('\n');
            return made.startsWith("refused: ") || made.startsWith("warned: ") ? made.substring(0, end < 0 ? made.length() : end) : "done";
        } catch (AssertionError | RuntimeException error) {
            String[] lines = String.valueOf(error.getMessage()).split("\n");
            boolean isWarned = Stream.of(lines).anyMatch(line -> line.startsWith("warned: "));
            return (isWarned ? "warned and failed: " : "failed: ") + (error instanceof AssertionError ? "" : error.getClass() + " ") + lines[0];
        }
    }

    private Tally() {}
}
