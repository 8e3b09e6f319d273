import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Refactors the texts of folders, or of each some that a seed picks, and prints a line for each text: `Tally (SPECIFICATION SUITE COUNT KIND
 * FOLDER)…`, where COUNT 0 is all.
 */
final class Tally {
    public static void main(String[] arguments) throws IOException {
        for (int at = 0; at + 4 < arguments.length; at += 5) {
            String start = arguments[at] + "\t" + arguments[at + 1] + "\t";
            List<Path> texts = texts(Path.of(arguments[at + 4]), Integer.parseInt(arguments[at + 2]));
            String kind = arguments[at + 3];
            // The first refactoring of a JVM waits for Eclipse to read its libraries.
            outcome(kind, Files.readString(texts.get(0)));
            long began = System.nanoTime();
            for (Path text : texts) {
                System.out.println(start + text.getFileName() + "\t" + outcome(kind, Files.readString(text)));
            }
            System.out.println(start + texts.size() + " texts\t" + (System.nanoTime() - began) / 1_000_000 + " ms");
        }
        System.exit(0);
    }

    private static List<Path> texts(Path folder, int count) throws IOException {
        List<Path> texts;
        try (Stream<Path> files = Files.list(folder)) {
            texts = new ArrayList<>(files.sorted().toList());
        }
        if (count > 0) {
            Collections.shuffle(texts, new Random(1));
            texts = texts.subList(0, Math.min(texts.size(), count));
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
