package fex.instrument.taint;

import fex.instrument.Pass;
import fex.runtime.taint.Hidden;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Has reflection list the fields of a class without those that marks are in. */
public final class HiddenFields implements Pass {
    private static final String CLASS = "java/lang/Class";
    private static final String LISTING = "getDeclaredFields0";

    @Override
    public Layer layer() {
        return Layer.INSTRUCTIONS;
    }

    @Override
    public boolean concerns(String name) {
        return name.equals(CLASS);
    }

    @Override
    public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
        return new MethodVisitor(Opcodes.ASM9, to) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
                super.visitMethodInsn(opcode, owner, called, type, isInterface);
                if (owner.equals(CLASS) && called.equals(LISTING)) {
                    String fields = "[Ljava/lang/reflect/Field;";
                    super.visitMethodInsn(
                            Opcodes.INVOKESTATIC,
                            Type.getInternalName(Hidden.class),
                            "visible",
                            "(" + fields + ")" + fields,
                            false);
                }
            }
        };
    }
}
