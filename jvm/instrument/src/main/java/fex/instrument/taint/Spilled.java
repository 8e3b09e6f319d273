package fex.instrument.taint;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.VarInsnNode;

/** Values that are taken from the stack into variables for a moment. */
final class Spilled {
    private final List<Type> types;
    private final int[] variables;
    private final int end;

    /** @param next the first variable that is free */
    Spilled(List<Type> types, int next) {
        this.types = types;
        variables = new int[types.size()];
        int free = next;
        for (int number = 0; number < variables.length; number++) {
            variables[number] = free;
            free += types.get(number).getSize();
        }
        end = free;
    }

    int variable(int number) {
        return variables[number];
    }

    int end() {
        return end;
    }

    void store(InsnList code) {
        for (int number = variables.length - 1; number >= 0; number--) {
            code.add(new VarInsnNode(types.get(number).getOpcode(Opcodes.ISTORE), variables[number]));
        }
    }

    void load(InsnList code) {
        for (int number = 0; number < variables.length; number++) {
            code.add(new VarInsnNode(types.get(number).getOpcode(Opcodes.ILOAD), variables[number]));
        }
    }

    /** Keeps no object alive any longer. */
    void forget(InsnList code) {
        for (int number = 0; number < variables.length; number++) {
            if (types.get(number).getSort() >= Type.ARRAY) {
                Emit.forget(code, variables[number]);
            }
        }
    }
}
