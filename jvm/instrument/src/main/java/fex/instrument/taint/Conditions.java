package fex.instrument.taint;

import fex.runtime.taint.Taint;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Keeps the marks of the conditions on which it hangs that an instruction runs. */
final class Conditions {
    private final About about;
    private final MethodNode method;
    private final Frame<BasicValue>[] frames;
    private final Emit emit;
    private final ShadowFrame shadow;

    /** {@code null} if conditions are not told apart. */
    private final Dependence dependence;

    /** The instructions of the method as it was. */
    private final AbstractInsnNode[] all;

    /** What writes the marks of a condition, which goes if nobody reads them. */
    private final Map<Integer, List<AbstractInsnNode>> writes = new HashMap<>();

    Conditions(About about, MethodNode method, Frame<BasicValue>[] frames, Dependence dependence, Emit emit) {
        this.about = about;
        this.method = method;
        this.frames = frames;
        this.dependence = dependence;
        this.emit = emit;
        shadow = emit.shadow;
        all = method.instructions.toArray();
    }

    /**
     * Conditions end where a block begins.
     *
     * @param leader the first of what comes before the instruction and is none
     * @param isCaught whether an exception is caught there
     */
    void begin(InsnList code, int leader, int at, boolean isCaught) {
        if (dependence == null) {
            return;
        }
        BitSet ending = new BitSet();
        boolean isStart = false;
        for (int place = leader; place <= at; place++) {
            if (dependence.isStart(place)) {
                isStart = true;
                ending.or(dependence.ending(place));
            }
        }
        BitSet swaying = dependence.swaying(at);
        ending.andNot(swaying);
        if (!isStart || ending.isEmpty() && !isCaught) {
            return;
        }
        int depth = frames[at].getStackSize();
        ending.stream().forEach(condition -> {
            // One of several values that the conditions choose from lies on top of the stack now.
            if (depth > 0) {
                emit.add(code, shadow.value(depth - 1), shadow.condition(condition));
            }
            if (dependence.isRepeated(at) || dependence.recurs(condition)) {
                write(code, condition, new InsnNode(Opcodes.ACONST_NULL));
            }
        });
        int[] marks = new int[swaying.cardinality() + 1];
        marks[0] = shadow.base();
        int next = 1;
        for (int condition = swaying.nextSetBit(0); condition >= 0; condition = swaying.nextSetBit(condition + 1)) {
            marks[next++] = shadow.condition(condition);
        }
        emit.all(code, marks);
        emit.store(code, shadow.control());
    }

    /** Writes instructions that end with those that give a condition the marks on top of the stack. */
    private void write(InsnList code, int condition, AbstractInsnNode... before) {
        List<AbstractInsnNode> written = writes.computeIfAbsent(condition, any -> new ArrayList<>());
        for (AbstractInsnNode node : before) {
            code.add(node);
            written.add(node);
        }
        AbstractInsnNode store = new VarInsnNode(Opcodes.ASTORE, shadow.condition(condition));
        code.add(store);
        written.add(store);
    }

    /** An exception is caught, with marks that the first value has. */
    void caught(InsnList code, int handler) {
        int condition = dependence == null ? -1 : dependence.handler(handler);
        if (condition >= 0) {
            emit.add(code, shadow.condition(condition), shadow.value(0));
        }
        emit.add(code, shadow.control(), shadow.value(0));
    }

    /** Whether code says first that an assertion has failed. */
    static boolean isFailure(AbstractInsnNode from) {
        AbstractInsnNode node = TestCode.skip(from, true);
        return node instanceof TypeInsnNode type && type.getOpcode() == Opcodes.NEW && Assertions.isFailure(type.desc);
    }

    /**
     * An instruction decides where code goes on.
     *
     * @param one the number of the value that it looks at
     * @param other that of another one; negative for none
     * @param fails whether an assertion fails on one of the ways
     */
    void decide(InsnList code, int at, int one, int other, boolean fails, int line) {
        int condition = dependence == null ? -1 : dependence.condition(at);
        int opcode = all[at].getOpcode();
        boolean isOfNull = opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL;
        emit.loadFlow(code);
        if (other >= 0) {
            emit.all(code, shadow.value(one), shadow.value(other));
        } else {
            emit.load(code, shadow.value(one));
        }
        if (fails) {
            emit.load(code, shadow.control());
            code.add(Emit.integer(Taint.assertion(about.assertion(method, line, "assert"))));
            emit.callFlow(code, "required", "(" + Emit.MARKS + Emit.MARKS + "I)" + Emit.MARKS);
        } else if (condition >= 0 && !isOfNull && dependence.mayFail(condition)) {
            emit.load(code, shadow.control());
            emit.callFlow(code, "guarded", "(" + Emit.MARKS + Emit.MARKS + ")" + Emit.MARKS);
        } else {
            emit.callFlow(code, "compared", "(" + Emit.MARKS + ")" + Emit.MARKS);
        }
        emit.stack.drop(other >= 0 ? other : one);
        if (condition >= 0 && dependence.recurs(condition)) {
            VarInsnNode before = new VarInsnNode(Opcodes.ALOAD, shadow.condition(condition));
            write(code, condition, new InsnNode(Opcodes.DUP), before, ShadowStack.union());
        } else if (condition >= 0) {
            write(code, condition, new InsnNode(Opcodes.DUP));
        }
        emit.load(code, shadow.control());
        emit.union(code);
        emit.store(code, shadow.control());
        if (condition >= 0) {
            untaken(code, at, condition);
        }
    }

    /** What the branches of a condition may change has its marks, whichever branch is taken. */
    private void untaken(InsnList code, int at, int condition) {
        Untaken untaken = new Untaken(about, method, frames, all, at, dependence.region(condition));
        int marks = shadow.condition(condition);
        untaken.variables.stream().filter(variable -> has(at, variable)).forEach(variable -> {
            shadow.readsEarly(variable);
            emit.add(code, shadow.variable(variable), marks);
        });
        for (FieldInsnNode field : untaken.fields) {
            String name = ShadowCode.fieldOf(field.name);
            code.add(new VarInsnNode(Opcodes.ALOAD, 0));
            code.add(new InsnNode(Opcodes.DUP));
            code.add(new FieldInsnNode(Opcodes.GETFIELD, field.owner, name, Emit.MARKS));
            emit.load(code, marks);
            emit.taint(code, "kept", "(" + Emit.MARKS + Emit.MARKS + ")" + Emit.MARKS);
            code.add(new FieldInsnNode(Opcodes.PUTFIELD, field.owner, name, Emit.MARKS));
        }
        for (Untaken.Changed changed : untaken.objects) {
            code.add(new VarInsnNode(Opcodes.ALOAD, changed.variable()));
            if (changed.field() != null) {
                FieldInsnNode field = changed.field();
                code.add(new FieldInsnNode(Opcodes.GETFIELD, field.owner, field.name, field.desc));
            }
            emit.load(code, marks);
            emit.taint(code, "kept", "(Ljava/lang/Object;" + Emit.MARKS + ")V");
        }
    }

    /** Whether a variable has a value before an instruction. */
    private boolean has(int at, int variable) {
        return frames[at].getLocal(variable) != BasicValue.UNINITIALIZED_VALUE;
    }

    /** Takes away what writes the marks of conditions that nobody reads. */
    void tidy() {
        writes.forEach((condition, written) -> {
            if (!shadow.isRead(shadow.condition(condition))) {
                written.forEach(method.instructions::remove);
            }
        });
    }
}
