package held;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.FileReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes files, which is nothing that the machine ever sees. */
class FilesTest {
    private static final Path TREES = Path.of(System.getProperty("held.trees"));

    /** What came of the same operations on files of the machine, by a line with the number of the folder. */
    private static List<String> recorded() throws Exception {
        return Files.readAllLines(Path.of(System.getProperty("held.outcomes")));
    }

    @Test
    void theSameComesOfOperationsAsOnTheMachine() throws Exception {
        int count = Integer.getInteger("held.count");
        List<String> told = new ArrayList<>();
        for (int seed = 0; Files.exists(TREES.resolve("" + seed)); seed++) {
            told.add("# " + seed);
            told.addAll(Operations.outcomes(TREES.resolve("" + seed).toAbsolutePath(), seed, count));
        }
        List<String> recorded = recorded();
        for (int index = 0; index < Math.min(told.size(), recorded.size()); index++) {
            int line = index;
            assertEquals(recorded.get(index), told.get(index), () -> "after "
                    + told.subList(Math.max(0, line - 10), line));
        }
        assertEquals(recorded.size(), told.size());
    }

    @Test
    void whatIsDeletedIsGone(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("some"), "text");
        assertTrue(file.toFile().delete());
        NoSuchFileException nio = Assertions.assertThrows(NoSuchFileException.class, () -> Files.readString(file));
        assertEquals(file.toString(), nio.getMessage());
        FileNotFoundException io =
                Assertions.assertThrows(FileNotFoundException.class, () -> new FileReader(file.toFile()).close());
        assertEquals(file + " (No such file or directory)", io.getMessage());
    }

    @Test
    void relativePathsAreThoseOfTheWorkingFolder() throws Exception {
        String name = "a-file-that-fex-must-not-leave-behind";
        assertTrue(new File(name).createNewFile());
        assertTrue(Files.exists(Paths.get("").toAbsolutePath().resolve(name)));
        assertEquals(new File("").getAbsolutePath() + "/" + name, new File(name).getCanonicalPath());
        assertTrue(List.of(new File(".").list()).contains(name));
        Files.delete(Path.of(name));
        assertFalse(new File(name).exists());
        assertFalse(List.of(new File(".").list()).contains(name));
    }

    @Test
    void foldersAreListedInTheOrderOfNames(@TempDir Path folder) throws Exception {
        for (String name : List.of("c", "a", "d", "b")) {
            Files.createFile(folder.resolve(name));
        }
        assertEquals(List.of("a", "b", "c", "d"), List.of(folder.toFile().list()));
        List<String> listed = new ArrayList<>();
        try (var entries = Files.newDirectoryStream(folder)) {
            entries.forEach(entry -> listed.add(entry.getFileName().toString()));
        }
        assertEquals(List.of("a", "b", "c", "d"), listed);
    }
}
