package fex.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** One step of a replacement body; the last step leaves the result, if there is one, on the stack. */
public sealed interface Step {
    /** Pushes a constant: an {@code Integer}, {@code Long}, {@code Float}, {@code Double} or {@code String}. */
    record Constant(Object value) implements Step {}

    /** Pushes {@code null}. */
    record Null() implements Step {}

    /** Pushes a parameter or {@code this} from its local variable, whose type is a descriptor. */
    record Load(int variable, String type) implements Step {}

    /** Pushes a new object, made by the constructor without parameters of a class with this internal name. */
    record New(String type) implements Step {}

    /** Pushes an array of length 0 whose elements have this descriptor. */
    record EmptyArray(String element) implements Step {}

    /** Calls a static method on what is on the stack. */
    record Call(String owner, String name, String descriptor, boolean ofInterface) implements Step {}

    /** Writes the step as bytecode. */
    default void write(MethodVisitor to) {
        if (this instanceof Constant step) {
            to.visitLdcInsn(step.value());
        } else if (this instanceof Null) {
            to.visitInsn(Opcodes.ACONST_NULL);
        } else if (this instanceof Load step) {
            to.visitVarInsn(Type.getType(step.type()).getOpcode(Opcodes.ILOAD), step.variable());
        } else if (this instanceof New step) {
            to.visitTypeInsn(Opcodes.NEW, step.type());
            to.visitInsn(Opcodes.DUP);
            to.visitMethodInsn(Opcodes.INVOKESPECIAL, step.type(), "<init>", "()V", false);
        } else if (this instanceof EmptyArray step) {
            to.visitInsn(Opcodes.ICONST_0);
            newArray(to, Type.getType(step.element()));
        } else if (this instanceof Call step) {
            to.visitMethodInsn(
                    Opcodes.INVOKESTATIC, step.owner(), step.name(), step.descriptor(), step.ofInterface());
        }
    }

    private static void newArray(MethodVisitor to, Type element) {
        int primitive =
                switch (element.getSort()) {
                    case Type.BOOLEAN -> Opcodes.T_BOOLEAN;
                    case Type.CHAR -> Opcodes.T_CHAR;
                    case Type.BYTE -> Opcodes.T_BYTE;
                    case Type.SHORT -> Opcodes.T_SHORT;
                    case Type.INT -> Opcodes.T_INT;
                    case Type.LONG -> Opcodes.T_LONG;
                    case Type.FLOAT -> Opcodes.T_FLOAT;
                    case Type.DOUBLE -> Opcodes.T_DOUBLE;
                    default -> -1;
                };
        if (primitive < 0) {
            to.visitTypeInsn(Opcodes.ANEWARRAY, element.getInternalName());
        } else {
            to.visitIntInsn(Opcodes.NEWARRAY, primitive);
        }
    }
}
