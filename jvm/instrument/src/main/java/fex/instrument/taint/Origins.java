package fex.instrument.taint;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/** Follows the types of values, and from which variable an object comes, or from which field of the object whose method it is. */
final class Origins extends BasicInterpreter {
    /** An object that comes from a variable, or from a field of the object in it. */
    static final class Known extends BasicValue {
        final int variable;

        /** {@code null} if it is the object in the variable itself. */
        final FieldInsnNode field;

        private Known(BasicValue value, int variable, FieldInsnNode field) {
            super(value.getType());
            this.variable = variable;
            this.field = field;
        }
    }

    Origins() {
        super(Opcodes.ASM9);
    }

    @Override
    public BasicValue copyOperation(AbstractInsnNode node, BasicValue value) throws AnalyzerException {
        BasicValue copied = super.copyOperation(node, value);
        return node.getOpcode() == Opcodes.ALOAD && copied.isReference() && copied.getType() != null
                ? new Known(copied, ((VarInsnNode) node).var, null)
                : copied;
    }

    @Override
    public BasicValue unaryOperation(AbstractInsnNode node, BasicValue value) throws AnalyzerException {
        BasicValue result = super.unaryOperation(node, value);
        boolean isField = node.getOpcode() == Opcodes.GETFIELD
                && result.isReference()
                && value instanceof Known known
                && known.field == null
                && known.variable == 0;
        return isField ? new Known(result, 0, (FieldInsnNode) node) : result;
    }
}
