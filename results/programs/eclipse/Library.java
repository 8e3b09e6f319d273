import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** A jar of the classes of the JDK that the programs need: Eclipse reads all of its libraries before it refactors. */
final class Library {
    private static final List<String> PACKAGES =
            List.of("java/lang", "java/lang/annotation", "java/lang/constant", "java/lang/invoke", "java/io", "java/util", "java/util/function");

    static Path written() throws IOException {
        Path jar = Files.createTempFile("library", ".jar");
        jar.toFile().deleteOnExit();
        Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.base");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String name : PACKAGES) {
                List<Path> classes;
                try (Stream<Path> files = Files.list(base.resolve(name))) {
                    classes = files.filter(file -> file.toString().endsWith(".class")).toList();
                }
                for (Path file : classes) {
                    out.putNextEntry(new JarEntry(base.relativize(file).toString()));
                    Files.copy(file, out);
                    out.closeEntry();
                }
            }
        }
        return jar;
    }

    private Library() {}
}
