package fex.instrument;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** What passes that look at conditions have in common: what comes before a jump, and comparisons of numbers as calls. */
final class Comparisons {
    private Comparisons() {}

    /**
     * Has a comparison be a call of {@code compare} instead, if an instruction is one, so that its operands are known where its result is.
     *
     * @param owner the internal name of the class that compares
     */
    static boolean call(InsnList instructions, AbstractInsnNode node, String owner) {
        String replaced =
                switch (node.getOpcode()) {
                    case Opcodes.LCMP -> "(JJ)I";
                    case Opcodes.FCMPL, Opcodes.FCMPG -> "(FFI)I";
                    case Opcodes.DCMPL, Opcodes.DCMPG -> "(DDI)I";
                    default -> null;
                };
        if (replaced == null) {
            return false;
        }
        if (node.getOpcode() != Opcodes.LCMP) {
            // What comes of it if one of the two is not a number.
            boolean isGreater = node.getOpcode() == Opcodes.FCMPG || node.getOpcode() == Opcodes.DCMPG;
            instructions.insertBefore(node, new InsnNode(isGreater ? Opcodes.ICONST_1 : Opcodes.ICONST_M1));
        }
        instructions.set(node, new MethodInsnNode(Opcodes.INVOKESTATIC, owner, "compare", replaced, false));
        return true;
    }

    /** The instruction before another one; null if it begins a block, which several may come before. */
    static AbstractInsnNode before(AbstractInsnNode node) {
        AbstractInsnNode at = node.getPrevious();
        while (at instanceof LineNumberNode) {
            at = at.getPrevious();
        }
        return at != null && at.getOpcode() >= 0 ? at : null;
    }
}
