package fex.instrument.taint;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What class files say of the members of classes; no class is loaded for that. */
final class Shapes {
    /**
     * A class.
     *
     * @param fields the access flags of its fields, by name and descriptor
     * @param methods those of its methods, by name and descriptor
     */
    record Shape(
            String name,
            int access,
            String above,
            List<String> interfaces,
            Map<String, Integer> fields,
            Map<String, Integer> methods) {
        boolean isInterface() {
            return (access & Opcodes.ACC_INTERFACE) != 0;
        }

        boolean isEnum() {
            return (access & Opcodes.ACC_ENUM) != 0;
        }

        boolean isPublic() {
            return (access & Opcodes.ACC_PUBLIC) != 0;
        }
    }

    /**
     * A member as a class has it that may inherit it.
     *
     * @param of the class that declares it
     */
    record Member(Shape of, int access) {
        boolean isStatic() {
            return (access & Opcodes.ACC_STATIC) != 0;
        }

        boolean isFinal() {
            return (access & Opcodes.ACC_FINAL) != 0;
        }

        boolean isAbstract() {
            return (access & Opcodes.ACC_ABSTRACT) != 0;
        }
    }

    private static final Map<ClassLoader, Map<String, Shape>> KNOWN = new WeakHashMap<>();

    private static final Shape UNKNOWN = new Shape("", 0, null, List.of(), Map.of(), Map.of());

    private final ClassLoader loader;
    private final Map<String, Shape> known;

    private Shapes(ClassLoader loader, Map<String, Shape> known) {
        this.loader = loader;
        this.known = known;
    }

    /** What a class loader knows, and a class that it is about to have. */
    static Shapes of(ClassLoader loader, byte[] about) {
        Map<String, Shape> known;
        synchronized (KNOWN) {
            known = KNOWN.computeIfAbsent(loader, any -> new HashMap<>());
        }
        Shape shape = read(new ClassReader(about));
        synchronized (known) {
            known.put(shape.name(), shape);
        }
        return new Shapes(loader, known);
    }

    /** What knows the classes. */
    ClassLoader loader() {
        return loader;
    }

    /** A class; {@code null} if it cannot be read. */
    Shape of(String name) {
        synchronized (known) {
            Shape shape = known.get(name);
            if (shape != null) {
                return shape == UNKNOWN ? null : shape;
            }
        }
        Shape shape = UNKNOWN;
        try (InputStream file = loader.getResourceAsStream(name + ".class")) {
            if (file != null) {
                shape = read(new ClassReader(file));
            }
        } catch (IOException | RuntimeException unreadable) {
            // It counts as unknown.
        }
        synchronized (known) {
            known.putIfAbsent(name, shape);
        }
        return shape == UNKNOWN ? null : shape;
    }

    /** The field that code means by a class, a name and a descriptor; {@code null} if it cannot be found. */
    Member field(String owner, String name, String descriptor) {
        Shape shape = owner.startsWith("[") ? null : of(owner);
        if (shape == null) {
            return null;
        }
        Integer access = shape.fields().get(name + ":" + descriptor);
        if (access != null) {
            return new Member(shape, access);
        }
        for (String type : above(shape)) {
            Member found = field(type, name, descriptor);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** The method that code means by a class, a name and a descriptor; {@code null} if it cannot be found. */
    Member method(String owner, String name, String descriptor) {
        Shape shape = owner.startsWith("[") ? null : of(owner);
        if (shape == null) {
            return null;
        }
        Integer access = shape.methods().get(name + descriptor);
        if (access != null) {
            return new Member(shape, access);
        }
        Member missing = null;
        if (shape.above() != null) {
            Member found = method(shape.above(), name, descriptor);
            if (found != null && !found.isAbstract()) {
                return found;
            }
            missing = found;
        }
        for (String type : shape.interfaces()) {
            Member found = method(type, name, descriptor);
            if (found != null && (missing == null || missing.isAbstract())) {
                missing = found;
            }
        }
        return missing;
    }

    /** Whether a class is another one or extends it, by their names. */
    boolean isBelow(String name, String above) {
        for (Shape shape = of(name); shape != null; shape = shape.above() == null ? null : of(shape.above())) {
            if (shape.name().equals(above)) {
                return true;
            }
        }
        return false;
    }

    private static List<String> above(Shape shape) {
        List<String> above = new ArrayList<>(shape.interfaces());
        if (shape.above() != null) {
            above.add(shape.above());
        }
        return above;
    }

    private static Shape read(ClassReader reader) {
        Map<String, Integer> fields = new HashMap<>();
        Map<String, Integer> methods = new HashMap<>();
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public FieldVisitor visitField(int access, String name, String type, String generic, Object value) {
                        fields.put(name + ":" + type, access);
                        return null;
                    }

                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String type, String generic, String[] exceptions) {
                        methods.put(name + type, access);
                        return null;
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new Shape(
                reader.getClassName(),
                reader.getAccess(),
                reader.getSuperName(),
                List.of(reader.getInterfaces()),
                fields,
                methods);
    }
}
