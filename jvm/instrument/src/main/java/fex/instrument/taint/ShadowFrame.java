package fex.instrument.taint;

import fex.runtime.taint.Flow;
import fex.runtime.taint.Marks;
import fex.runtime.taint.Outside;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The variables that an instrumented method has for marks, beyond its own: one for each of its variables, for each value that may be on
 * its stack, and for each condition that may hold sway.
 */
final class ShadowFrame {
    static final String MARKS = Type.getInternalName(Marks.class);
    static final String FLOW = Type.getInternalName(Flow.class);
    static final String OUTSIDE = Type.getInternalName(Outside.class);

    private final int own;
    private final int stack;
    private final int conditions;

    /**
     * @param own how many variables the method has
     * @param stack how many values may be on its stack
     * @param conditions how many conditions there are
     */
    ShadowFrame(int own, int stack, int conditions) {
        this.own = own;
        this.stack = stack;
        this.conditions = conditions;
    }

    /** What the thread hands on. */
    int flow() {
        return own;
    }

    /** What ran around the method when it began. */
    int around() {
        return own + 1;
    }

    /** How many assertions ran then. */
    int asserting() {
        return own + 2;
    }

    /** Whether it was called by instrumented code. */
    int direct() {
        return own + 3;
    }

    /** The marks of the conditions on which it hangs that the method runs. */
    int base() {
        return own + 4;
    }

    /** Those on which it hangs that the instruction runs that comes next. */
    int control() {
        return own + 5;
    }

    /** The marks of a variable. */
    int variable(int number) {
        return own + 6 + number;
    }

    /** The marks of a value on the stack, counted from below. */
    int value(int number) {
        return own + 6 + own + number;
    }

    /** The marks of a condition. */
    int condition(int number) {
        return own + 6 + own + stack + number;
    }

    /** Variables from here on keep nothing from one instruction of the method to the next. */
    int free() {
        return own + 6 + own + stack + conditions;
    }

    /** Writes what gives them their first values; those of the arguments come later. */
    void begin(InsnList to) {
        for (int variable = variable(0); variable < free(); variable++) {
            to.add(new InsnNode(Opcodes.ACONST_NULL));
            to.add(new VarInsnNode(Opcodes.ASTORE, variable));
        }
    }

    /** Adds them to a stack-map frame, which lists all variables. */
    void extend(FrameNode frame) {
        List<Object> all = new ArrayList<>();
        for (Object type : frame.local == null ? List.of() : frame.local) {
            all.add(type);
            if (type == Opcodes.LONG || type == Opcodes.DOUBLE) {
                // The second half, so that numbers in the list are numbers of variables.
                all.add(null);
            }
        }
        while (all.size() < own) {
            all.add(Opcodes.TOP);
        }
        all.add(FLOW);
        all.add(OUTSIDE);
        all.add(Opcodes.INTEGER);
        all.add(Opcodes.INTEGER);
        for (int variable = base(); variable < free(); variable++) {
            all.add(MARKS);
        }
        all.removeIf(type -> type == null);
        frame.local = all;
    }
}
