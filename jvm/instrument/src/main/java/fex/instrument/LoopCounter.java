package fex.instrument;

import fex.runtime.Probe;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Counts every jump backwards, taken or not, so that a loop without end can be ended. */
final class LoopCounter extends MethodVisitor {
    private static final String PROBE = Type.getInternalName(Probe.class);

    /**
     * Counts the loops of some classes.
     *
     * @param classes their internal names
     */
    static Pass in(Set<String> classes) {
        return new ClassPass(classes, Pass.Layer.INSTRUCTIONS, (to, of, name, descriptor) -> new LoopCounter(to));
    }

    private final Set<Label> passed = new HashSet<>();

    private LoopCounter(MethodVisitor to) {
        super(Opcodes.ASM9, to);
    }

    @Override
    public void visitLabel(Label label) {
        passed.add(label);
        super.visitLabel(label);
    }

    @Override
    public void visitJumpInsn(int opcode, Label target) {
        count(passed.contains(target));
        super.visitJumpInsn(opcode, target);
    }

    @Override
    public void visitTableSwitchInsn(int least, int greatest, Label otherwise, Label... cases) {
        count(anyPassed(otherwise, cases));
        super.visitTableSwitchInsn(least, greatest, otherwise, cases);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] cases) {
        count(anyPassed(otherwise, cases));
        super.visitLookupSwitchInsn(otherwise, keys, cases);
    }

    private boolean anyPassed(Label otherwise, Label[] cases) {
        boolean any = passed.contains(otherwise);
        for (Label label : cases) {
            any |= passed.contains(label);
        }
        return any;
    }

    private void count(boolean backwards) {
        if (backwards) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, "loop", "()V", false);
        }
    }
}
