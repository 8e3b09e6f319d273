package fex.instrument;

import fex.runtime.Environment;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Has the JDK tell the {@link Environment} when a thread waits until another one lets it go on, and when that happens: until a thread runs again,
 * the JVM says that it waits.
 */
public final class Parking implements Pass {
    private static final String ENVIRONMENT = Type.getInternalName(Environment.class);

    /** The class through which all threads wait that do not wait for a monitor. */
    private static final String SUPPORT = "java/util/concurrent/locks/LockSupport";

    @Override
    public Layer layer() {
        return Layer.BODIES;
    }

    @Override
    public boolean concerns(String name) {
        return name.equals(SUPPORT);
    }

    @Override
    public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
        if ((access & Opcodes.ACC_PUBLIC) == 0) {
            return to;
        }
        return switch (name) {
            case "park", "parkNanos", "parkUntil" -> new Waiting(to);
            case "unpark" -> new Letting(to);
            default -> to;
        };
    }

    /** Writes a method in which a thread waits. */
    private static final class Waiting extends MethodVisitor {
        Waiting(MethodVisitor to) {
            super(Opcodes.ASM9, to);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            tell(true);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.RETURN) {
                tell(false);
            }
            super.visitInsn(opcode);
        }

        private void tell(boolean on) {
            super.visitInsn(on ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, ENVIRONMENT, "park", "(Z)V", false);
        }
    }

    /** Writes a method that lets a thread go on. */
    private static final class Letting extends MethodVisitor {
        Letting(MethodVisitor to) {
            super(Opcodes.ASM9, to);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, ENVIRONMENT, "unpark", "(Ljava/lang/Thread;)V", false);
        }
    }
}
