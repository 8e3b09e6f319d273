package fex.instrument.taint;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Which static fields of libraries have the same value as long as their classes are there, although they are not declared {@code final}: whoever
 * writes tests cannot declare them so, and no test finds another value there. Fields that are public are there to be changed.
 */
final class Unchanging {
    /** What the addresses of the classes of the project and its tests begin with. */
    private final List<String> own = new ArrayList<>();

    /** The fields of a class of a library that are assigned outside of its initialiser, by name and descriptor; nothing for other classes. */
    private final Map<String, Optional<Set<String>>> assigned = new ConcurrentHashMap<>();

    /** @param own the folders and jars of the project and its tests */
    Unchanging(Collection<Path> own) {
        for (Path entry : own) {
            try {
                String address = entry.toUri().toURL().toString();
                this.own.add(address);
                this.own.add("jar:" + address + "!/");
            } catch (MalformedURLException impossible) {
                throw new IllegalArgumentException(impossible);
            }
        }
    }

    /** Whether a static field is one of those. */
    boolean has(ClassLoader loader, Shapes.Member field, String name, String descriptor) {
        if ((field.access() & Opcodes.ACC_PUBLIC) != 0) {
            return false;
        }
        Optional<Set<String>> others = assigned.computeIfAbsent(field.of().name(), type -> assigned(loader, type));
        return others.isPresent() && !others.get().contains(name + descriptor);
    }

    private Optional<Set<String>> assigned(ClassLoader loader, String type) {
        URL address = loader.getResource(type + ".class");
        if (address == null || own.stream().anyMatch(address.toString()::startsWith)) {
            return Optional.empty();
        }
        Set<String> fields = new HashSet<>();
        try {
            // All classes of a nest may assign private fields of each other; the one around them knows which they are.
            Set<String> nest = new HashSet<>(List.of(type));
            for (Deque<String> left = new ArrayDeque<>(nest); !left.isEmpty(); ) {
                read(loader, type, left.remove(), fields).stream().filter(nest::add).forEach(left::add);
            }
            return Optional.of(fields);
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    /** Finds what the code of a class assigns of the fields of a class. Says which other classes it knows of its nest. */
    private static List<String> read(ClassLoader loader, String of, String type, Set<String> fields) throws IOException {
        List<String> nest = new ArrayList<>();
        try (InputStream file = loader.getResourceAsStream(type + ".class")) {
            if (file == null) {
                throw new IOException(type);
            }
            new ClassReader(file).accept(
                    new ClassVisitor(Opcodes.ASM9) {
                        @Override
                        public void visitNestHost(String host) {
                            nest.add(host);
                        }

                        @Override
                        public void visitNestMember(String member) {
                            nest.add(member);
                        }

                        @Override
                        public MethodVisitor visitMethod(
                                int access, String name, String method, String generic, String[] exceptions) {
                            return new MethodVisitor(Opcodes.ASM9) {
                                @Override
                                public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
                                    boolean isInitialiser = name.equals("<clinit>") && type.equals(of);
                                    if (opcode == Opcodes.PUTSTATIC && owner.equals(of) && !isInitialiser) {
                                        fields.add(field + descriptor);
                                    }
                                }
                            };
                        }
                    },
                    ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        }
        return nest;
    }
}
