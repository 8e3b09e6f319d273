package fex.instrument.taint;

import fex.runtime.taint.Flow;
import fex.runtime.taint.Marks;
import fex.runtime.taint.Outside;
import java.util.ArrayList;
import java.util.BitSet;
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

    /** The variables that code reads. */
    private final BitSet read = new BitSet();

    /** The variables of the method whose marks code may read before they are written. */
    private final BitSet early = new BitSet();

    private boolean restores;

    /** Whether all variables have values from the beginning on: nothing is known of code that is never reached. */
    private boolean isWhole;

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

    /** Whether a variable is that of a value on the stack. */
    boolean isValue(int variable) {
        return variable >= value(0) && variable < condition(0);
    }

    /** The marks of a condition. */
    int condition(int number) {
        return own + 6 + own + stack + number;
    }

    /** Variables from here on keep nothing from one instruction of the method to the next. */
    int free() {
        return own + 6 + own + stack + conditions;
    }

    /** Code reads a variable. */
    void reads(int variable) {
        read.set(variable);
    }

    /** Whether code reads a variable. */
    boolean isRead(int variable) {
        return read.get(variable);
    }

    /** Code reads the marks of a variable of the method that may have no value yet. */
    void readsEarly(int number) {
        early.set(number);
    }

    /** What ran around the method, and how many assertions, may have to be restored. */
    void restores() {
        restores = true;
    }

    /** Whether that is so. */
    boolean mayRestore() {
        return restores;
    }

    /** There is code that is never reached, which goes on to where other code goes. */
    void hasUnreached() {
        isWhole = true;
    }

    /** Writes what gives those their first values that may be read before they are written; those of the arguments come later. */
    void begin(InsnList to) {
        for (int number = 0; number < own; number++) {
            if (isWhole || early.get(number)) {
                clear(to, variable(number));
            }
        }
        for (int number = 0; isWhole && number < stack; number++) {
            clear(to, value(number));
        }
        for (int number = 0; number < conditions; number++) {
            if (isRead(condition(number))) {
                clear(to, condition(number));
            }
        }
    }

    private static void clear(InsnList to, int variable) {
        to.add(new InsnNode(Opcodes.ACONST_NULL));
        to.add(new VarInsnNode(Opcodes.ASTORE, variable));
    }

    /**
     * Adds them to a stack-map frame, which lists all variables.
     *
     * @param depth how many values on the stack have marks there
     */
    void extend(FrameNode frame, int depth) {
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
        all.add(restores ? OUTSIDE : Opcodes.TOP);
        all.add(restores ? Opcodes.INTEGER : Opcodes.TOP);
        all.add(Opcodes.INTEGER);
        all.add(isRead(base()) ? MARKS : Opcodes.TOP);
        all.add(MARKS);
        for (int number = 0; number < own; number++) {
            // Marks are there where their variable has a value.
            boolean has = all.get(number) != null && all.get(number) != Opcodes.TOP;
            all.add(has || isWhole || early.get(number) ? MARKS : Opcodes.TOP);
        }
        for (int number = 0; number < stack; number++) {
            all.add(number < depth || isWhole ? MARKS : Opcodes.TOP);
        }
        for (int number = 0; number < conditions; number++) {
            all.add(isRead(condition(number)) ? MARKS : Opcodes.TOP);
        }
        while (all.get(all.size() - 1) == Opcodes.TOP) {
            all.remove(all.size() - 1);
        }
        all.removeIf(type -> type == null);
        frame.local = all;
    }
}
