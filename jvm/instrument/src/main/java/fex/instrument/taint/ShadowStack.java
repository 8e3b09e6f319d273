package fex.instrument.taint;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Where the marks of the values on the stack are. Between two jumps it is known of which variables they are the union, so that most
 * instructions need no code for them: who looks at them loads these variables.
 *
 * <p>Each value has a variable of its own as well. It is there that its marks are where code is reached on several ways, or where a
 * variable is about to be written that they are in.
 */
final class ShadowStack {
    /** A union of more variables is made once, and kept. */
    private static final int MOST = 3;

    private static final String UNION = "(L" + ShadowFrame.MARKS + ";L" + ShadowFrame.MARKS + ";)L" + ShadowFrame.MARKS + ";";

    private final ShadowFrame shadow;

    /** For each value, the variables whose union its marks are; none for no marks. */
    private final List<Set<Integer>> values = new ArrayList<>();

    ShadowStack(ShadowFrame shadow) {
        this.shadow = shadow;
    }

    /** What joins the two sets of marks on top of the stack. */
    static MethodInsnNode union() {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, ShadowFrame.MARKS, "union", UNION, false);
    }

    /** From here on, all marks are in the variables of their values: code is reached on several ways. */
    void begin(int depth) {
        drop(0);
        for (int value = 0; value < depth; value++) {
            set(value, Set.of(shadow.value(value)));
        }
    }

    /** Nobody looks any more at values from a number on. */
    void drop(int depth) {
        while (values.size() > depth) {
            values.remove(values.size() - 1);
        }
    }

    private void set(int value, Set<Integer> variables) {
        while (values.size() <= value) {
            values.add(Set.of());
        }
        values.set(value, variables);
    }

    private Set<Integer> get(int value) {
        return value < values.size() ? values.get(value) : Set.of();
    }

    /** A value has no marks. */
    void none(int value) {
        set(value, Set.of());
    }

    /** A value has the marks that are in a variable, which is none of the values'. */
    void copy(int value, int variable) {
        set(value, Set.of(variable));
    }

    /** A value has the marks of another one, too. */
    void join(InsnList code, int value, int other) {
        Set<Integer> all = new LinkedHashSet<>(get(value));
        all.addAll(get(other));
        set(value, all);
        if (all.size() > MOST) {
            settle(code, value);
        }
    }

    /** Has the marks of a value be in one variable, because they are asked for several times. */
    void settle(InsnList code, int value) {
        if (get(value).size() > 1) {
            load(code, get(value));
            store(code, value);
        }
    }

    /** Gives values from a number on the marks of others, all at once. */
    void arrange(InsnList code, int first, List<Integer> from) {
        from.forEach(value -> settle(code, value));
        List<Set<Integer>> all = from.stream().map(this::get).toList();
        for (int at = 0; at < all.size(); at++) {
            set(first + at, all.get(at));
        }
    }

    /** The variables that some marks are in: those of values, and others. */
    Set<Integer> places(int... variables) {
        Set<Integer> all = new LinkedHashSet<>();
        for (int variable : variables) {
            if (shadow.isValue(variable)) {
                all.addAll(get(variable - shadow.value(0)));
            } else {
                all.add(variable);
            }
        }
        return all;
    }

    /** Loads the union of what is in variables. */
    void load(InsnList code, Set<Integer> variables) {
        if (variables.isEmpty()) {
            code.add(new InsnNode(Opcodes.ACONST_NULL));
        }
        boolean isFirst = true;
        for (int variable : variables) {
            code.add(new VarInsnNode(Opcodes.ALOAD, variable));
            shadow.reads(variable);
            if (!isFirst) {
                code.add(union());
            }
            isFirst = false;
        }
    }

    /** Gives a value the marks on top of the stack. */
    void store(InsnList code, int value) {
        none(value);
        save(code, shadow.value(value));
        code.add(new VarInsnNode(Opcodes.ASTORE, shadow.value(value)));
        set(value, Set.of(shadow.value(value)));
    }

    /** A variable is about to be written: what is in it for values is moved to the variables of these. */
    void save(InsnList code, int variable) {
        BitSet moved = new BitSet();
        add(moved, variable);
        move(code, moved);
    }

    /** Moves all marks to the variables of their values, because code comes that is reached on several ways. */
    void flush(InsnList code, int depth) {
        drop(depth);
        BitSet moved = new BitSet();
        for (int value = 0; value < depth; value++) {
            if (!get(value).equals(Set.of(shadow.value(value)))) {
                moved.set(value);
                add(moved, shadow.value(value));
            }
        }
        move(code, moved);
    }

    /** Adds the values whose marks are in a variable, and those whose marks are in the variables of these, as these are written, too. */
    private void add(BitSet moved, int variable) {
        for (int value = 0; value < values.size(); value++) {
            boolean isThere = values.get(value).contains(variable);
            if (isThere && !moved.get(value)) {
                moved.set(value);
                add(moved, shadow.value(value));
            }
        }
    }

    /** All of them are loaded before one is stored: they may have to change places. */
    private void move(InsnList code, BitSet moved) {
        moved.stream().forEach(value -> load(code, get(value)));
        for (int value = moved.length() - 1; value >= 0; value = moved.previousSetBit(value - 1)) {
            code.add(new VarInsnNode(Opcodes.ASTORE, shadow.value(value)));
            set(value, Set.of(shadow.value(value)));
        }
    }
}
