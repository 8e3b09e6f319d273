package border;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Each method changes files in a folder only; {@code old} is a file that is there in the working folder. */
final class Inside {
    private Inside() {}

    static void filesWriteString(Path folder) throws IOException {
        Files.writeString(folder.resolve("a"), "a");
    }

    static void fileOutputStream(Path folder) throws IOException {
        try (FileOutputStream out = new FileOutputStream(new File(folder.toFile(), "a"))) {
            out.write(7);
        }
    }

    static void randomAccessFile(Path folder) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(folder.resolve("a").toString(), "rw")) {
            file.write(7);
        }
    }

    static void mkdirs(Path folder) {
        new File(folder.toFile(), "a/b/c").mkdirs();
    }

    static void copyOfWhatIsThere(Path folder) throws IOException {
        Files.copy(Path.of("old"), folder.resolve("a"), StandardCopyOption.REPLACE_EXISTING);
    }

    static void move(Path folder) throws IOException {
        Files.writeString(folder.resolve("a"), "a");
        Files.move(folder.resolve("a"), folder.resolve("b"));
    }

    static void renameTo(Path folder) throws IOException {
        File file = File.createTempFile("name", null, folder.toFile());
        file.renameTo(new File(folder.toFile(), "b"));
    }

    static void folderItself(Path folder) throws IOException {
        Files.delete(folder);
        Files.createDirectory(folder);
    }
}
