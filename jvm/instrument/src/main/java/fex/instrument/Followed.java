package fex.instrument;

import fex.runtime.Probe;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /** Tells of followed classes, in these themselves and in all that use them. */
    static final class Classes implements Pass {
        private final Map<String, Integer> numbers = new HashMap<>();
        private final Set<String> users;

        /**
         * @param followed internal names of the followed classes, which are numbered in this order
         * @param users internal names of the classes that may use them, themselves among these
         */
        Classes(List<String> followed, Set<String> users) {
            for (String name : followed) {
                numbers.putIfAbsent(name, numbers.size());
            }
            this.users = users;
        }

        @Override
        public Layer layer() {
            return Layer.CLASSES;
        }

        @Override
        public boolean concerns(String name) {
            return !numbers.isEmpty() && users.contains(name);
        }

        @Override
        public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
            return new Followed(to, numbers, of.name(), name, of.frames());
        }
    }

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
    private Followed(MethodVisitor to, Map<String, Integer> numbers, String owner, String method, boolean frames) {
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
