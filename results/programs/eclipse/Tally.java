import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Refactors the texts of folders, or of each some that a seed picks, and prints a line for each text: `Tally COUNT (KIND FOLDER)…`, where 0
 * is all.
 */
final class Tally {
    public static void main(String[] arguments) throws IOException {
        int count = Integer.parseInt(arguments[0]);
        for (int at = 1; at + 1 < arguments.length; at += 2) {
            List<Path> texts;
            try (Stream<Path> files = Files.list(Path.of(arguments[at + 1]))) {
                texts = new ArrayList<>(files.sorted().toList());
            }
            if (count > 0) {
                Collections.shuffle(texts, new Random(1));
                texts = texts.subList(0, Math.min(texts.size(), count));
            }
            // The first refactoring of a JVM waits for Eclipse to read its libraries.
            outcome(arguments[at], Files.readString(texts.get(0)));
            long start = System.nanoTime();
            for (Path text : texts) {
                String[] line = {arguments[at + 1], text.getFileName().toString(), outcome(arguments[at], Files.readString(text))};
                System.out.println(String.join("\t", line));
            }
            long milliseconds = (System.nanoTime() - start) / 1_000_000;
            System.out.println(arguments[at + 1] + "\t" + texts.size() + " texts\t" + milliseconds + " ms");
        }
        System.exit(0);
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
