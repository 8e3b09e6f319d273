package fex.instrument;

import fex.runtime.Environment;
import fex.runtime.HeldStatics;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Tells {@link HeldStatics} which classes of programs are loaded, and when they are initialised. */
public final class Initialisations implements Pass {
    private static final String STATICS = Type.getInternalName(HeldStatics.class);
    private static final String INITIALISER = "<clinit>";
    private static final String LOOKUP = "java/lang/invoke/MethodHandles";

    /** The internal names of classes with static fields that can be assigned to. */
    private final Set<String> assigned = ConcurrentHashMap.newKeySet();

    @Override
    public Layer layer() {
        return Layer.CLASSES;
    }

    @Override
    public boolean concerns(String name) {
        return Environment.isOfProgram(name.replace('/', '.'));
    }

    @Override
    public boolean changes(ClassReader original) {
        Members members = new Members();
        original.accept(members, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return members.count;
    }

    @Override
    public void field(Target of, int access) {
        if (isAssigned(access)) {
            assigned.add(of.name());
        }
    }

    /** Whether a field is static and not final. What is synthetic belongs to compilers and tools. */
    private static boolean isAssigned(int access) {
        return (access & (Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC)) == Opcodes.ACC_STATIC;
    }

    @Override
    public void loads(ClassLoader loader, String name) {
        if (assigned.contains(name)) {
            HeldStatics.loads(loader, name.replace('/', '.'));
        }
    }

    @Override
    public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
        if (!name.equals(INITIALISER)) {
            return to;
        }
        HeldStatics.hasInitialiser(of.name().replace('/', '.'));
        return new Initialiser(to, of.frames());
    }

    /** Whether a class has an initialiser, or static fields that can be assigned to. */
    private static final class Members extends ClassVisitor {
        private boolean count;

        Members() {
            super(Opcodes.ASM9);
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            count |= isAssigned(access);
            return null;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            count |= name.equals(INITIALISER);
            return null;
        }
    }

    /** Writes an initialiser that tells of itself. */
    private static final class Initialiser extends MethodVisitor {
        private final boolean frames;
        private final Label start = new Label();

        Initialiser(MethodVisitor to, boolean frames) {
            super(Opcodes.ASM9, to);
            this.frames = frames;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            tell("initialises");
            super.visitLabel(start);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.RETURN) {
                tell("initialised");
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            Label handler = new Label();
            super.visitTryCatchBlock(start, handler, handler, null);
            super.visitLabel(handler);
            if (frames) {
                super.visitFrame(Opcodes.F_FULL, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
            }
            tell("failed");
            super.visitInsn(Opcodes.ATHROW);
            super.visitMaxs(stack, locals);
        }

        /** The class is asked for in the one way that all versions of class files have. */
        private void tell(String what) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, LOOKUP, "lookup", "()L" + LOOKUP + "$Lookup;", false);
            super.visitMethodInsn(Opcodes.INVOKEVIRTUAL, LOOKUP + "$Lookup", "lookupClass", "()Ljava/lang/Class;", false);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, STATICS, what, "(Ljava/lang/Class;)V", false);
        }
    }
}
