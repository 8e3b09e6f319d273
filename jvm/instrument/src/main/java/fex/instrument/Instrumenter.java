package fex.instrument;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/**
 * Changes classes by several passes at once: a function from bytes to bytes.
 *
 * <p>Existing stack-map frames are kept and extended: only maxima are computed, so no class is loaded to merge types.
 */
public final class Instrumenter {
    private final List<Pass> passes;

    /** @param passes in any order */
    public Instrumenter(List<Pass> passes) {
        // No streams and comparators: they would take a JVM that has just begun 10 ms.
        List<Pass> sorted = new ArrayList<>();
        for (Pass.Layer layer : Pass.Layer.values()) {
            for (Pass pass : passes) {
                if (pass.layer() == layer) {
                    sorted.add(pass);
                }
            }
        }
        this.passes = sorted;
    }

    /** Whether there is anything to do to a class, by its internal name. */
    public boolean concerns(String name) {
        for (Pass pass : passes) {
            if (pass.concerns(name)) {
                return true;
            }
        }
        return false;
    }

    /** Tells those that are concerned that the JVM loads a class. */
    void loads(ClassLoader loader, String name) {
        for (Pass pass : passes) {
            if (pass.concerns(name)) {
                pass.loads(loader, name);
            }
        }
    }

    /**
     * The class as it is to be loaded; what is given where that is the same.
     *
     * @throws RuntimeException if it cannot be changed; then the original has to run
     */
    public byte[] instrument(byte[] original) {
        ClassReader reader = new ClassReader(original);
        String name = reader.getClassName();
        List<Pass> concerned = new ArrayList<>();
        boolean isChanged = false;
        for (Pass pass : passes) {
            if (pass.concerns(name)) {
                concerned.add(pass);
                isChanged |= pass.changes(reader);
            }
        }
        if (!isChanged) {
            return original;
        }
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new Rewriter(writer, name, concerned), 0);
        return writer.toByteArray();
    }

    /** Writes a class as it is, but for its methods, and for those that it gets. */
    private static final class Rewriter extends ClassVisitor {
        private final String className;
        private final List<Pass> passes;
        private Pass.Target target;

        Rewriter(ClassWriter writer, String className, List<Pass> passes) {
            super(Opcodes.ASM9, writer);
            this.className = className;
            this.passes = passes;
        }

        @Override
        public void visit(int version, int access, String name, String signature, String superName, String[] of) {
            boolean isInterface = (access & Opcodes.ACC_INTERFACE) != 0;
            target = new Pass.Target(className, Pass.Target.hasFrames(version), isInterface, new ArrayList<>());
            super.visit(version, access, name, signature, superName, of);
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            for (Pass pass : passes) {
                pass.field(target, access);
            }
            return super.visitField(access, name, descriptor, signature, value);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor to = super.visitMethod(access, name, descriptor, signature, exceptions);
            for (Pass pass : passes) {
                to = pass.method(to, target, access, name, descriptor);
            }
            return to;
        }

        @Override
        public void visitEnd() {
            // What they call concerns the passes as well: an added method makes the call of a clock that another one made.
            for (MethodNode method : List.copyOf(target.added())) {
                method.accept(this);
            }
            super.visitEnd();
        }
    }
}
