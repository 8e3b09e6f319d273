package border;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Each method is given the only folder in which files may change, and changes something elsewhere. */
final class Beside {
    private Beside() {}

    static void dots(Path folder) throws IOException {
        Files.writeString(folder.resolve("../a"), "a");
    }

    static void dotsOfFile(Path folder) throws IOException {
        new FileOutputStream(new File(folder.toFile(), "../a")).close();
    }

    static void nameThatBeginsAlike(Path folder) throws IOException {
        Files.writeString(Path.of(folder + "a"), "a");
    }

    static void moveFromElsewhere(Path folder) throws IOException {
        Files.move(Path.of("old"), folder.resolve("a"));
    }

    static void renameFromElsewhere(Path folder) {
        new File("old").renameTo(folder.resolve("a").toFile());
    }

    static void moveToElsewhere(Path folder) throws IOException {
        Files.move(Files.writeString(folder.resolve("a"), "a"), Path.of("new"));
    }

    static void renameToElsewhere(Path folder) throws IOException {
        Files.writeString(folder.resolve("a"), "a").toFile().renameTo(new File("new"));
    }

    static void symbolicLink(Path folder) throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("a"), Path.of("").toAbsolutePath());
        Files.writeString(link.resolve("old"), "new");
    }

    static void hardLink(Path folder) throws IOException {
        Files.writeString(Files.createLink(folder.resolve("a"), Path.of("old")), "new");
    }
}
