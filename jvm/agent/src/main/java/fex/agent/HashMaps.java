package fex.agent;

import fex.instrument.HashOrder;
import fex.instrument.Instrumenter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the hash maps of this JDK, with another order of their entries, into a folder to be laid over {@code java.base}. */
final class HashMaps {
    private HashMaps() {}

    public static void main(String[] arguments) throws IOException {
        HashOrder order = new HashOrder();
        Instrumenter instrumenter = new Instrumenter(List.of(order));
        for (String name : order.classes()) {
            Path file = Path.of(arguments[0], name + ".class");
            Files.createDirectories(file.getParent());
            try (InputStream original = Object.class.getModule().getResourceAsStream(name + ".class")) {
                Files.write(file, instrumenter.instrument(original.readAllBytes()));
            }
        }
    }
}
