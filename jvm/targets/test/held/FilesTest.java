package held;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.logging.FileHandler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.prefs.Preferences;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
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

    /** To {@link File} it is one since JDK 25 only. */
    @Test
    void theEmptyPathIsThatOfTheWorkingFolder() throws Exception {
        Path file = Files.createFile(Path.of("a-file-that-fex-must-not-leave-behind"));
        try (Stream<Path> entries = Files.list(Path.of(""))) {
            assertTrue(entries.toList().contains(file));
        }
        FileTime then = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(Path.of(""), then);
        assertEquals(then, Files.getLastModifiedTime(Path.of(".")));
        File empty = new File("");
        boolean isFolder = Runtime.version().feature() >= 25;
        assertEquals(isFolder, empty.isDirectory());
        assertEquals(isFolder, empty.setLastModified(2_000_000));
        assertEquals(isFolder ? 2_000_000 : 1_000_000, new File(".").lastModified());
        assertEquals(isFolder, empty.list() != null && List.of(empty.list()).contains(file.toString()));
    }

    /** Its file was there before, and an old folder does not get younger by what is written into that. */
    @Test
    void aFolderIsAsOldAsBeforeWhenAFileInItChanges() throws Exception {
        Path folder = TREES.resolve("old/d");
        FileTime since = Files.getLastModifiedTime(folder);
        assertEquals("five", Files.readString(folder.resolve("c")));
        Files.writeString(folder.resolve("c"), "other");
        assertEquals(since, Files.getLastModifiedTime(folder));
        assertEquals(List.of("c", "d"), List.of(folder.toFile().list()));
        assertEquals(since, Files.getLastModifiedTime(folder));
        Files.createFile(folder.resolve("new"));
        assertTrue(since.compareTo(Files.getLastModifiedTime(folder)) < 0);
    }

    /** Whatever was done to some of its files first. */
    @Test
    void aFolderHasAllOfItsFilesWhenItIsAsked() throws Exception {
        Path folder = TREES.resolve("old");
        Files.writeString(folder.resolve("new"), "text");
        Files.delete(folder.resolve("nowhere"));
        List<String> names = List.of("a", "b", "c", "d", "link", "new", "to-folder");
        try (Stream<Path> entries = Files.list(folder)) {
            assertEquals(names, entries.map(entry -> "" + entry.getFileName()).toList());
        }
        Path inner = folder.resolve("a/b/c");
        Files.writeString(inner.resolve("new"), "text");
        Files.delete(inner.resolve("new"));
        assertThrows(DirectoryNotEmptyException.class, () -> Files.delete(inner));
        Files.move(folder.resolve("a/b"), folder.resolve("moved"));
        assertEquals("three", Files.readString(folder.resolve("moved/c/d")));
        assertFalse(Files.exists(inner));
    }

    @Test
    void whatIsNewInAWatchedFolderIsNotWhatWasThere() throws Exception {
        Path folder = TREES.resolve("old/b");
        Files.createFile(folder.resolve("earlier"));
        try (WatchService service = folder.getFileSystem().newWatchService()) {
            WatchKey key = folder.register(service, StandardWatchEventKinds.ENTRY_CREATE);
            Files.createDirectory(folder.resolve("a/new"));
            Files.createFile(folder.resolve("later"));
            assertEquals(key, service.take());
            assertEquals(List.of(Path.of("later")), key.pollEvents().stream().map(WatchEvent::context).toList());
        }
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

    @Test
    void archivesAreWrittenAndRead(@TempDir Path folder) throws Exception {
        Path archive = folder.resolve("some.zip");
        try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(archive.toFile()))) {
            out.putNextEntry(new ZipEntry("entry"));
            out.write(1);
            out.closeEntry();
        }
        try (ZipFile read = new ZipFile(archive.toFile())) {
            assertEquals(1, read.getInputStream(read.getEntry("entry")).readAllBytes().length);
        }
        try (FileSystem inside = FileSystems.newFileSystem(archive)) {
            Files.writeString(inside.getPath("other"), "text");
        }
        try (FileSystem inside = FileSystems.newFileSystem(archive)) {
            assertEquals("text", Files.readString(inside.getPath("other")));
        }
    }

    @Test
    void classLoadersReadFiles(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("resource"), "text");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null);
                InputStream in = loader.getResourceAsStream("resource")) {
            assertEquals("text", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void changesAreWatched(@TempDir Path folder) throws Exception {
        try (WatchService service = folder.getFileSystem().newWatchService()) {
            WatchKey key = folder.register(service, StandardWatchEventKinds.ENTRY_CREATE);
            Files.createFile(folder.resolve("new"));
            assertEquals(key, service.take());
            assertEquals(Path.of("new"), key.pollEvents().get(0).context());
        }
    }

    @Test
    void logsAndPreferencesAreKept(@TempDir Path folder) throws Exception {
        Path log = folder.resolve("log");
        FileHandler handler = new FileHandler(log.toString());
        handler.publish(new LogRecord(Level.INFO, "said"));
        handler.close();
        assertTrue(Files.readString(log).contains("said"));
        Preferences root = preferences();
        root.node("some").put("key", "value");
        root.flush();
        Path kept = Path.of(System.getProperty("java.util.prefs.userRoot"), ".java/.userPrefs/some/prefs.xml");
        assertTrue(Files.exists(kept));
    }

    /**
     * Every 30 seconds, a timer of the JDK writes preferences down, and waits for real where their folder is gone: it must not do so for each 30
     * seconds of the day that this test waits.
     */
    @Test
    void timersThatTheJdkHasForItselfGoByTheClockOfTheMachine() throws Exception {
        Preferences root = preferences();
        root.node("other").put("key", "value");
        Path folder = Path.of(System.getProperty("java.util.prefs.userRoot"));
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> assertTrue(file.toFile().delete()));
        }
        Thread.sleep(86_400_000);
    }

    /** Those of a folder that each test makes anew: the JDK looks only once which one it is. */
    private static Preferences preferences() throws Exception {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"), "held-preferences");
        System.setProperty("java.util.prefs.userRoot", Files.createDirectories(folder).toString());
        return Preferences.userRoot();
    }

    @Test
    void filesAreMappedAndLocked() throws Exception {
        File file = File.createTempFile("some", null);
        try (RandomAccessFile access = new RandomAccessFile(file, "rw");
                FileChannel channel = access.getChannel();
                FileLock lock = channel.lock()) {
            MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, 10);
            mapped.put(0, (byte) 7);
            mapped.force();
            assertTrue(lock.isValid());
        }
        assertEquals(7, Files.readAllBytes(file.toPath())[0]);
    }
}
