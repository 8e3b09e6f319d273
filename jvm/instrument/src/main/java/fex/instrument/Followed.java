package fex.instrument;

import fex.runtime.Probe;
import java.util.Map;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Tells the runtime when followed classes are initialised and used, so that what ran in an initialiser is known to be reached
 * by every test that uses the class, and not only by the first one.
 */
final class Followed extends MethodVisitor {
    private static final String PROBE = Type.getInternalName(Probe.class);

    /** The numbers of the followed classes, by internal name. */
    private final Map<String, Integer> numbers;

    private final String owner;
    private final boolean initialiser;
    private final boolean frames;
    private final Label start = new Label();

    /**
     * @param owner the class of the method
     * @param frames whether that class is of a version that has stack-map frames
     */
    Followed(MethodVisitor to, Map<String, Integer> numbers, String owner, String method, boolean frames) {
        super(Opcodes.ASM9, to);
        this.numbers = numbers;
        this.owner = owner;
        this.initialiser = method.equals("<clinit>") && numbers.containsKey(owner);
        this.frames = frames;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (initialiser) {
            tell("initialise", owner);
            super.visitLabel(start);
        } else if (numbers.containsKey(owner)) {
            tell("use", owner);
        }
    }

    @Override
    public void visitFieldInsn(int opcode, String of, String name, String descriptor) {
        boolean isStatic = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
        super.visitFieldInsn(opcode, of, name, descriptor);
        if (isStatic && !of.equals(owner) && numbers.containsKey(of)) {
            tell("use", of);
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (initialiser && opcode == Opcodes.RETURN) {
            end();
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int stack, int locals) {
        if (initialiser) {
            Label handler = new Label();
            super.visitTryCatchBlock(start, handler, handler, null);
            super.visitLabel(handler);
            if (frames) {
                super.visitFrame(Opcodes.F_FULL, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
            }
            end();
            super.visitInsn(Opcodes.ATHROW);
        }
        super.visitMaxs(stack, locals);
    }

    private void tell(String what, String type) {
        super.visitLdcInsn(numbers.get(type));
        super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, what, "(I)V", false);
    }

    private void end() {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, "initialised", "()V", false);
    }
}
