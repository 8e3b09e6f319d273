package fex.instrument.taint;

import fex.runtime.taint.Hidden;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * Gives classes the code and the fields that taint marks need: a function from bytes to bytes.
 *
 * <p>The fields are there whatever becomes of the code, because other classes use them. A method that cannot be changed runs as it is.
 */
public final class Marking {
    private final Set<String> tests;
    private final Set<String> state;
    private final Unchanging unchanging;
    private final boolean tells;

    /**
     * @param tests internal names of the classes of tests
     * @param state those of the classes whose fields are state that tests may compare
     * @param own the folders and jars with the classes of the project and its tests
     * @param tells whether code tells which way marks take, which takes time
     */
    public Marking(Set<String> tests, Set<String> state, Collection<Path> own, boolean tells) {
        this.tests = tests;
        this.state = state;
        unchanging = new Unchanging(own);
        this.tells = tells;
    }

    /** Whether there is anything to do to a class, by its internal name. */
    public boolean concerns(String name) {
        return Programs.has(name);
    }

    /**
     * The class as it is to be loaded.
     *
     * @param loader what loads it
     * @param asItIs told of each method that runs as it is, with the reason
     */
    public byte[] mark(byte[] original, ClassLoader loader, BiConsumer<String, String> asItIs) {
        Shapes shapes = Shapes.of(loader, original);
        Set<String> left = new HashSet<>();
        while (true) {
            try {
                return mark(original, shapes, left, asItIs);
            } catch (MethodTooLargeException large) {
                asItIs.accept(large.getMethodName(), "its code would be too large");
                if (!left.add(large.getMethodName() + large.getDescriptor())) {
                    throw large;
                }
            }
        }
    }

    private byte[] mark(byte[] original, Shapes shapes, Set<String> left, BiConsumer<String, String> asItIs) {
        ClassReader reader = new ClassReader(original);
        ClassNode type = new ClassNode();
        reader.accept(type, ClassReader.EXPAND_FRAMES);
        boolean isTest = tests.contains(type.name);
        boolean says = tells && !Programs.asserts(type.name);
        About about = new About(type, shapes, new Assertions(shapes), isTest, state, unchanging, says);
        List<MethodNode> methods = new ArrayList<>(type.methods);
        for (MethodNode method : methods) {
            boolean hasCode = method.instructions.size() > 0;
            if (hasCode && !left.contains(method.name + method.desc)) {
                String problem = change(about, method);
                if (!problem.isEmpty()) {
                    asItIs.accept(method.name, problem);
                    left.add(method.name + method.desc);
                    return mark(original, shapes, left, asItIs);
                }
            }
        }
        addFields(type);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        type.accept(writer);
        return writer.toByteArray();
    }

    /** Says why a method cannot be changed; empty if it was. */
    private static String change(About about, MethodNode method) {
        for (AbstractInsnNode node : method.instructions) {
            if (node.getOpcode() == Opcodes.JSR || node.getOpcode() == Opcodes.RET) {
                return "it has subroutines, as old compilers made them";
            }
        }
        try {
            ShadowCode.change(about, method);
            return "";
        } catch (AnalyzerException | RuntimeException problem) {
            return String.valueOf(problem.getMessage());
        }
    }

    /** Beside each field that has marks, one for these, which is found where that one is. */
    private static void addFields(ClassNode type) {
        if ((type.access & Opcodes.ACC_INTERFACE) != 0) {
            return;
        }
        List<FieldNode> more = new ArrayList<>();
        for (FieldNode field : type.fields) {
            boolean isStatic = (field.access & Opcodes.ACC_STATIC) != 0;
            if (isStatic && (field.access & Opcodes.ACC_FINAL) != 0) {
                continue;
            }
            int visible = Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC;
            int access = field.access & visible | Opcodes.ACC_SYNTHETIC | Opcodes.ACC_TRANSIENT;
            more.add(new FieldNode(access, Hidden.PREFIX + field.name, Emit.MARKS, null, null));
        }
        type.fields.addAll(more);
    }
}
