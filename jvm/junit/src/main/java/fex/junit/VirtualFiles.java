package fex.junit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files of a test in a {@link VirtualEnvironment}. They are those of the machine with what the test has changed, which is gone when it
 * ends; {@code java.io} and {@code java.nio.file} see the same, so that a test may as well use these.
 */
public final class VirtualFiles {
    private VirtualFiles() {}

    /** Writes a file in UTF-8, with the folders around it, in place of one that is there. */
    public static Path write(String path, String text) throws IOException {
        Environments.require("VirtualFiles.write");
        Path file = Path.of(path);
        if (file.getParent() != null) {
            Files.createDirectories(file.getParent());
        }
        return Files.writeString(file, text);
    }

    /** What is in a file, in UTF-8. */
    public static String read(String path) throws IOException {
        Environments.require("VirtualFiles.read");
        return Files.readString(Path.of(path));
    }

    /** Whether there is a file or a folder. */
    public static boolean exists(String path) {
        Environments.require("VirtualFiles.exists");
        return Files.exists(Path.of(path));
    }
}
