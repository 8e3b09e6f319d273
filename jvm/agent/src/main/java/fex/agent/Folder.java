package fex.agent;

import fex.runtime.Border;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The only folder that sequences may change files in. It is empty when a sequence begins. */
final class Folder {
    /** How many files and folders are told. */
    private static final int MOST = 64;

    /** How long a file is at most whose lines are told, in bytes. */
    private static final long LONGEST = 64 << 10;

    private final Path path;

    /** @param path where it is; it is opened for whatever is tried out */
    Folder(String path) throws IOException {
        this.path = Path.of(path).toRealPath();
        Border.within(this.path);
    }

    /** Where it is. */
    Path path() {
        return path;
    }

    /** Empties it as far as that is possible, and makes it anew if it was deleted. */
    void empty() {
        try {
            Files.createDirectories(path);
            Files.walkFileTree(path, new Emptying());
        } catch (IOException left) {
            // What is left is there in both programs.
        }
    }

    private final class Emptying extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, IOException problem) throws IOException {
            if (!folder.equals(path)) {
                Files.delete(folder);
            }
            return FileVisitResult.CONTINUE;
        }
    }

    /** What is in it, in the order of the names; nothing if it cannot be read. */
    List<Report.WrittenFile> files() {
        try (Stream<Path> all = Files.walk(path)) {
            List<Report.WrittenFile> files = new ArrayList<>();
            for (Path file : all.filter(file -> !file.equals(path)).limit(MOST).toList()) {
                String name = path.relativize(file).toString().replace(file.getFileSystem().getSeparator(), "/");
                boolean isFolder = Files.isDirectory(file);
                long size = isFolder ? 0 : Files.size(file);
                files.add(new Report.WrittenFile(isFolder ? name + "/" : name, size, lines(file)));
            }
            files.sort(Comparator.comparing(Report.WrittenFile::name));
            return files;
        } catch (IOException | UncheckedIOException unread) {
            return List.of();
        }
    }

    private static List<String> lines(Path file) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) > LONGEST) {
            return List.of();
        }
        try {
            return Files.readAllLines(file);
        } catch (CharacterCodingException binary) {
            return List.of();
        }
    }
}
