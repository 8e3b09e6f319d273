package fex.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Writes the class files of some classes of this JDK, and of all that is above them, into a folder. */
final class JdkClasses {
    private JdkClasses() {}

    /** @param arguments the folder, and the binary names of classes; those that there are not are left out */
    public static void main(String[] arguments) throws IOException {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(arguments).subList(1, arguments.length));
        while (!open.isEmpty()) {
            String name = open.pop();
            if (!seen.add(name)) {
                continue;
            }
            Class<?> type;
            try {
                type = Class.forName(name, false, ClassLoader.getPlatformClassLoader());
            } catch (ClassNotFoundException unknown) {
                continue;
            }
            String path = name.replace('.', '/') + ".class";
            Path file = Path.of(arguments[0], path);
            Files.createDirectories(file.getParent());
            try (InputStream bytes = type.getModule().getResourceAsStream(path)) {
                Files.write(file, bytes.readAllBytes());
            }
            // What every object has says nothing of a class.
            if (type.getSuperclass() != null && type.getSuperclass() != Object.class) {
                open.add(type.getSuperclass().getName());
            }
            Arrays.stream(type.getInterfaces()).map(Class::getName).forEach(open::add);
        }
    }
}
