package fex.instrument;

import fex.runtime.Observer;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Tells the runtime when methods end, with what they were given and what came of it, whatever runs in place of their bodies.
 *
 * <pre>
 * if (Observer.watches(id)) Observer.enter(this, arguments, id);
 * try {
 *   the body, with Observer.left(result, id) before each return
 * } catch (Throwable thrown) {
 *   Observer.thrown(thrown, id);
 *   throw thrown;
 * }
 * </pre>
 */
final class Exits extends MethodVisitor {
    private static final String OBSERVER = Type.getInternalName(Observer.class);
    private static final String THROWABLE = "java/lang/Throwable";

    /** Tells of some methods. */
    static final class Methods implements Pass {
        private final MethodNumbers numbers;

        /** @param methods the methods, which are numbered in this order */
        Methods(List<Observer.Point> methods) {
            numbers = MethodNumbers.of(methods);
        }

        @Override
        public Layer layer() {
            return Layer.CALLS;
        }

        @Override
        public boolean concerns(String name) {
            return numbers.areIn(name);
        }

        @Override
        public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
            Integer id = numbers.of(of.name(), name, descriptor);
            boolean isPlain = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0 && !name.startsWith("<");
            boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
            return id == null || !isPlain ? to : new Exits(to, id, isStatic, descriptor, of.frames());
        }
    }

    private final int id;
    private final boolean isStatic;
    private final String descriptor;
    private final boolean frames;
    private final Label start = new Label();

    private Exits(MethodVisitor to, int id, boolean isStatic, String descriptor, boolean frames) {
        super(Opcodes.ASM9, to);
        this.id = id;
        this.isStatic = isStatic;
        this.descriptor = descriptor;
        this.frames = frames;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        Label body = new Label();
        super.visitLdcInsn(id);
        tell("watches", "(I)Z");
        super.visitJumpInsn(Opcodes.IFEQ, body);
        int variable = isStatic ? 0 : 1;
        if (isStatic) {
            super.visitInsn(Opcodes.ACONST_NULL);
        } else {
            super.visitVarInsn(Opcodes.ALOAD, 0);
        }
        Type[] parameters = Type.getArgumentTypes(descriptor);
        super.visitIntInsn(Opcodes.SIPUSH, parameters.length);
        super.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
        for (int index = 0; index < parameters.length; index++) {
            super.visitInsn(Opcodes.DUP);
            super.visitIntInsn(Opcodes.SIPUSH, index);
            super.visitVarInsn(parameters[index].getOpcode(Opcodes.ILOAD), variable);
            box(parameters[index]);
            super.visitInsn(Opcodes.AASTORE);
            variable += parameters[index].getSize();
        }
        super.visitLdcInsn(id);
        tell("enter", "(Ljava/lang/Object;[Ljava/lang/Object;I)V");
        super.visitLabel(body);
        if (frames) {
            super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        }
        // What follows may begin with a frame of its own, and two frames cannot stand at one place.
        super.visitInsn(Opcodes.NOP);
        super.visitLabel(start);
    }

    private void box(Type type) {
        String box =
                switch (type.getSort()) {
                    case Type.BOOLEAN -> "Boolean";
                    case Type.CHAR -> "Character";
                    case Type.BYTE -> "Byte";
                    case Type.SHORT -> "Short";
                    case Type.INT -> "Integer";
                    case Type.LONG -> "Long";
                    case Type.FLOAT -> "Float";
                    case Type.DOUBLE -> "Double";
                    default -> "";
                };
        if (!box.isEmpty()) {
            String owner = "java/lang/" + box;
            String valueOf = "(" + type.getDescriptor() + ")L" + owner + ";";
            super.visitMethodInsn(Opcodes.INVOKESTATIC, owner, "valueOf", valueOf, false);
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            Type result = Type.getReturnType(descriptor);
            if (opcode == Opcodes.RETURN) {
                super.visitLdcInsn(id);
                tell("left", "(I)V");
            } else {
                super.visitInsn(result.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
                super.visitLdcInsn(id);
                tell("left", "(" + told(result) + "I)V");
            }
        }
        super.visitInsn(opcode);
    }

    /** The type as which the runtime takes a value. */
    static String told(Type type) {
        return switch (type.getSort()) {
            case Type.BYTE, Type.SHORT, Type.INT -> "I";
            case Type.BOOLEAN, Type.CHAR, Type.LONG, Type.FLOAT, Type.DOUBLE -> type.getDescriptor();
            default -> "Ljava/lang/Object;";
        };
    }

    @Override
    public void visitMaxs(int stack, int locals) {
        Label end = new Label();
        super.visitLabel(end);
        super.visitTryCatchBlock(start, end, end, null);
        if (frames) {
            super.visitFrame(Opcodes.F_FULL, 0, new Object[0], 1, new Object[] {THROWABLE});
        }
        super.visitInsn(Opcodes.DUP);
        super.visitLdcInsn(id);
        tell("thrown", "(Ljava/lang/Throwable;I)V");
        super.visitInsn(Opcodes.ATHROW);
        super.visitMaxs(stack, locals);
    }

    private void tell(String what, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, OBSERVER, what, descriptor, false);
    }
}
