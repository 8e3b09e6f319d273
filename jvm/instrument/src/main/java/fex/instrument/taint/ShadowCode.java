package fex.instrument.taint;

import fex.runtime.taint.Hidden;
import fex.runtime.taint.Taint;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Has a method do to marks what its instructions do to values.
 *
 * <p>The marks of variables and of values on the stack are in further variables of the method. What is written has the marks of the
 * conditions, too, on which it hangs that it is written.
 */
final class ShadowCode {
    static final String TAINT = Type.getInternalName(Taint.class);

    private final About about;
    private final MethodNode method;
    private final Frame<BasicValue>[] frames;
    private final Dependence dependence;
    private final ShadowFrame shadow;
    private final Emit emit;
    private final Steps steps;
    private final ShadowCalls calls;
    private final TestCode test;
    private final Map<LabelNode, LabelNode> moved = new HashMap<>();
    private int line;

    /** The instructions of the method as it was. */
    private AbstractInsnNode[] all;

    private ShadowCode(About about, MethodNode method, Frame<BasicValue>[] frames) {
        this.about = about;
        this.method = method;
        this.frames = frames;
        Dependence found = new Dependence(method);
        dependence = found.count() <= Dependence.MOST ? found : null;
        int stack = 0;
        for (Frame<BasicValue> frame : frames) {
            stack = frame == null ? stack : Math.max(stack, frame.getStackSize());
        }
        shadow = new ShadowFrame(method.maxLocals, stack + 1, dependence == null ? 0 : dependence.count());
        emit = new Emit(shadow);
        test = about.isTest() ? new TestCode(about, method, frames) : null;
        steps = new Steps(about, method, emit);
        calls = new ShadowCalls(about, method, emit, test);
    }

    /**
     * Changes a method.
     *
     * @throws AnalyzerException if its code cannot be understood
     */
    static void change(About about, MethodNode method) throws AnalyzerException {
        Analyzer<BasicValue> analyzer = new Analyzer<>(new Origins());
        new ShadowCode(about, method, analyzer.analyze(about.owner(), method)).change();
    }

    private void change() {
        all = method.instructions.toArray();
        for (int at = 0; at < all.length; at++) {
            AbstractInsnNode node = all[at];
            if (node instanceof LineNumberNode number) {
                line = number.line;
            }
            if (node.getOpcode() < 0 || frames[at] == null) {
                continue;
            }
            InsnList before = new InsnList();
            InsnList after = new InsnList();
            begin(before, at, all);
            visit(node, at, frames[at], before, after);
            method.instructions.insertBefore(node, before);
            if (node.getOpcode() == Opcodes.NEW) {
                moveLabels(all, at);
            }
            method.instructions.insert(node, after);
        }
        for (AbstractInsnNode node : all) {
            if (node instanceof FrameNode frame) {
                rename(frame.local);
                rename(frame.stack);
                shadow.extend(frame);
            }
        }
        enter();
    }

    /** Stack-map frames name objects that are not initialised by the place of their instruction, which code came before. */
    private void moveLabels(AbstractInsnNode[] all, int at) {
        LabelNode place = new LabelNode();
        method.instructions.insertBefore(all[at], place);
        for (int before = at - 1; before >= 0 && all[before].getOpcode() < 0; before--) {
            if (all[before] instanceof LabelNode label) {
                moved.put(label, place);
            }
        }
    }

    private void rename(List<Object> types) {
        if (types != null) {
            types.replaceAll(type -> type instanceof LabelNode label ? moved.getOrDefault(label, label) : type);
        }
    }

    /** The beginning of the method: who called it, with what. */
    private void enter() {
        InsnList code = new InsnList();
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        boolean isNew = method.name.equals("<init>");
        shadow.begin(code);
        code.add(Emit.integer(Taint.method(ShadowCalls.signature(about.owner(), method.name, method.desc, isStatic))));
        code.add(isStatic || isNew ? new InsnNode(Opcodes.ACONST_NULL) : new VarInsnNode(Opcodes.ALOAD, 0));
        String begins = method.name.equals("<clinit>") ? "initialise" : "enter";
        code.add(new MethodInsnNode(
                Opcodes.INVOKESTATIC, TAINT, begins, "(ILjava/lang/Object;)" + Emit.FLOW, false));
        code.add(new VarInsnNode(Opcodes.ASTORE, shadow.flow()));
        keep(code, "around", "()" + Emit.OUTSIDE, Opcodes.ASTORE, shadow.around());
        keep(code, "asserting", "()I", Opcodes.ISTORE, shadow.asserting());
        keep(code, "direct", "()I", Opcodes.ISTORE, shadow.direct());
        keep(code, "control", "()" + Emit.MARKS, Opcodes.ASTORE, shadow.base());
        emit.load(code, shadow.base());
        emit.store(code, shadow.control());
        int number = 0;
        int variable = 0;
        if (!isStatic) {
            take(code, number, variable, !isNew);
            number++;
            variable++;
        }
        for (Type type : Type.getArgumentTypes(method.desc)) {
            take(code, number, variable, type.getSort() >= Type.ARRAY);
            steps.parameter(code, variable, type);
            number++;
            variable += type.getSize();
        }
        if (about.isTest() && method.name.startsWith("lambda$")) {
            emit.flow(code, "suspend", "()V");
        }
        if (test != null) {
            test.enter(code, emit);
        }
        method.instructions.insert(code);
    }

    private void keep(InsnList code, String asked, String descriptor, int store, int variable) {
        emit.flow(code, asked, descriptor);
        code.add(new VarInsnNode(store, variable));
    }

    private void take(InsnList code, int number, int variable, boolean isObject) {
        emit.loadFlow(code);
        String first = "";
        if (number >= Emit.FEW) {
            code.add(Emit.integer(number));
            first = "I";
        }
        if (isObject) {
            code.add(new VarInsnNode(Opcodes.ALOAD, variable));
        }
        emit.callFlow(code, Emit.numbered("taken", number), "(" + first + (isObject ? "Ljava/lang/Object;)" : ")") + Emit.MARKS);
        emit.store(code, shadow.variable(variable));
    }

    /** The beginning of a block: conditions end there, and exceptions are caught. */
    private void begin(InsnList code, int at, AbstractInsnNode[] all) {
        int leader = at;
        while (leader > 0 && all[leader - 1].getOpcode() < 0) {
            leader--;
        }
        if (test != null) {
            test.line(code, emit, line);
        }
        int handler = handlerAt(all, leader, at);
        if (handler >= 0) {
            caught(code, handler);
        }
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
        ending.andNot(dependence.swaying(at));
        if (isStart && (!ending.isEmpty() || handler >= 0)) {
            int depth = frames[at].getStackSize();
            ending.stream().forEach(condition -> {
                // One of several values that the conditions choose from lies on top of the stack now.
                if (depth > 0) {
                    addTo(code, shadow.value(depth - 1), shadow.condition(condition));
                }
                code.add(new InsnNode(Opcodes.ACONST_NULL));
                emit.store(code, shadow.condition(condition));
            });
            emit.load(code, shadow.base());
            dependence.swaying(at).stream().forEach(condition -> {
                emit.load(code, shadow.condition(condition));
                emit.union(code);
            });
            emit.store(code, shadow.control());
        }
    }

    /** The place between two of a label that begins a handler; negative for none. */
    private int handlerAt(AbstractInsnNode[] all, int from, int to) {
        for (int at = from; at <= to; at++) {
            if (all[at] instanceof LabelNode label) {
                for (var block : method.tryCatchBlocks) {
                    if (block.handler == label) {
                        return at;
                    }
                }
            }
        }
        return -1;
    }

    private void caught(InsnList code, int handler) {
        code.add(new InsnNode(Opcodes.DUP));
        emit.loadFlow(code);
        code.add(new InsnNode(Opcodes.SWAP));
        code.add(new VarInsnNode(Opcodes.ALOAD, shadow.around()));
        code.add(new VarInsnNode(Opcodes.ILOAD, shadow.asserting()));
        emit.callFlow(code, "caught", "(Ljava/lang/Object;" + Emit.OUTSIDE + "I)" + Emit.MARKS);
        emit.store(code, shadow.value(0));
        int condition = dependence == null ? -1 : dependence.handler(handler);
        if (condition >= 0) {
            addTo(code, shadow.condition(condition), shadow.value(0));
        }
        addTo(code, shadow.control(), shadow.value(0));
        if (test != null && test.isTestMethod()) {
            emit.loadFlow(code);
            emit.load(code, shadow.value(0));
            code.add(Emit.integer(Taint.assertion(about.assertion(method, line, "catch"))));
            emit.callFlow(code, "expected", "(" + Emit.MARKS + "I)V");
        }
    }

    private void addTo(InsnList code, int variable, int more) {
        emit.load(code, variable);
        emit.load(code, more);
        emit.union(code);
        emit.store(code, variable);
    }

    private void visit(AbstractInsnNode node, int at, Frame<BasicValue> frame, InsnList before, InsnList after) {
        int opcode = node.getOpcode();
        int depth = frame.getStackSize();
        if (node instanceof MethodInsnNode call) {
            calls.call(call, at, line, depth, before, after);
        } else if (node instanceof InvokeDynamicInsnNode call) {
            calls.dynamic(call, line, depth, before, after);
        } else if (node instanceof FieldInsnNode field) {
            new ShadowFields(about, method, emit, test).visit(field, at, line, depth, before, after);
        } else if (opcode >= Opcodes.ILOAD && opcode <= Opcodes.ALOAD) {
            emit.load(before, shadow.variable(((VarInsnNode) node).var));
            emit.store(before, shadow.value(depth));
        } else if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
            emit.load(before, shadow.value(depth - 1));
            emit.load(before, shadow.control());
            emit.union(before);
            emit.store(before, shadow.variable(((VarInsnNode) node).var));
            steps.variable(before, (VarInsnNode) node, line);
        } else if (node instanceof IincInsnNode increment) {
            addTo(before, shadow.variable(increment.var), shadow.control());
        } else if (opcode <= Opcodes.LDC) {
            constant(node, at, depth, before, after);
        } else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD) {
            before.add(new InsnNode(Opcodes.DUP2));
            emit.load(before, shadow.value(depth - 2));
            emit.load(before, shadow.value(depth - 1));
            emit.taint(before, "element", "(Ljava/lang/Object;I" + Emit.MARKS + Emit.MARKS + ")" + Emit.MARKS);
            emit.store(before, shadow.value(depth - 2));
        } else if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE) {
            storeElement(opcode, depth, before);
        } else if (opcode >= Opcodes.POP && opcode <= Opcodes.SWAP) {
            emit.permute(before, opcode, frame);
        } else if (isBinary(opcode)) {
            addTo(before, shadow.value(depth - 2), shadow.value(depth - 1));
        } else if (node instanceof JumpInsnNode jump) {
            jump(jump, at, depth, before);
        } else if (opcode == Opcodes.TABLESWITCH || opcode == Opcodes.LOOKUPSWITCH) {
            steps.condition(before, node, shadow.value(depth - 1), -1, line);
            decide(before, at, depth - 1, -1, false);
        } else if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            leave(opcode, depth, before);
        } else if (opcode == Opcodes.ATHROW) {
            steps.leaves(before, "thrown", Type.getType(Object.class), shadow.value(depth - 1), line);
            before.add(new InsnNode(Opcodes.DUP));
            emit.loadFlow(before);
            before.add(new InsnNode(Opcodes.SWAP));
            emit.load(before, shadow.value(depth - 1));
            emit.load(before, shadow.control());
            emit.callFlow(before, "throwing", "(Ljava/lang/Object;" + Emit.MARKS + Emit.MARKS + ")V");
        } else if (opcode == Opcodes.NEW) {
            before.add(new InsnNode(Opcodes.ACONST_NULL));
            emit.store(before, shadow.value(depth));
        } else if (node instanceof MultiANewArrayInsnNode array) {
            for (int dimension = 1; dimension < array.dims; dimension++) {
                addTo(before, shadow.value(depth - array.dims), shadow.value(depth - dimension));
            }
        }
    }

    private static boolean isBinary(int opcode) {
        return opcode >= Opcodes.IADD && opcode <= Opcodes.DREM
                || opcode >= Opcodes.ISHL && opcode <= Opcodes.LXOR
                || opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG;
    }

    private void constant(AbstractInsnNode node, int at, int depth, InsnList before, InsnList after) {
        if (test != null && test.constant(node, at, line, depth, after, emit)) {
            return;
        }
        if (node.getOpcode() != Opcodes.NOP) {
            before.add(new InsnNode(Opcodes.ACONST_NULL));
            emit.store(before, shadow.value(depth));
        }
    }

    private void storeElement(int opcode, int depth, InsnList before) {
        Type type =
                switch (opcode) {
                    case Opcodes.LASTORE -> Type.LONG_TYPE;
                    case Opcodes.FASTORE -> Type.FLOAT_TYPE;
                    case Opcodes.DASTORE -> Type.DOUBLE_TYPE;
                    case Opcodes.AASTORE -> Type.getType(Object.class);
                    default -> Type.INT_TYPE;
                };
        steps.element(before, type, shadow.value(depth - 1), line);
        before.add(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), shadow.free()));
        before.add(new InsnNode(Opcodes.DUP2));
        emit.load(before, shadow.value(depth - 2));
        emit.load(before, shadow.value(depth - 1));
        emit.load(before, shadow.control());
        emit.taint(before, "store", "(Ljava/lang/Object;I" + Emit.MARKS + Emit.MARKS + Emit.MARKS + ")V");
        before.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), shadow.free()));
        if (opcode == Opcodes.AASTORE) {
            Emit.forget(before, shadow.free());
        }
    }

    private void jump(JumpInsnNode jump, int at, int depth, InsnList before) {
        int opcode = jump.getOpcode();
        if (opcode == Opcodes.GOTO || opcode == Opcodes.JSR) {
            return;
        }
        boolean comparesTwo = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
        boolean fails = isFailure(jump.label) || isFailure(jump.getNext());
        int other = comparesTwo ? depth - 2 : -1;
        steps.condition(before, jump, shadow.value(depth - 1), comparesTwo ? shadow.value(other) : -1, line);
        decide(before, at, depth - 1, other, fails);
    }

    /** Whether code says first that an assertion has failed. */
    private static boolean isFailure(AbstractInsnNode from) {
        AbstractInsnNode node = from;
        while (node != null && node.getOpcode() < 0) {
            node = node.getNext();
        }
        return node instanceof org.objectweb.asm.tree.TypeInsnNode type
                && type.getOpcode() == Opcodes.NEW
                && Assertions.isFailure(type.desc);
    }

    private void decide(InsnList code, int at, int one, int other, boolean fails) {
        int condition = dependence == null ? -1 : dependence.condition(at);
        emit.loadFlow(code);
        emit.load(code, shadow.value(one));
        if (other >= 0) {
            emit.load(code, shadow.value(other));
        } else {
            code.add(new InsnNode(Opcodes.ACONST_NULL));
        }
        int opcode = all[at].getOpcode();
        boolean isOfNull = opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL;
        if (fails) {
            emit.load(code, shadow.control());
            code.add(Emit.integer(Taint.assertion(about.assertion(method, line, "assert"))));
            emit.callFlow(code, "required", "(" + Emit.MARKS + Emit.MARKS + Emit.MARKS + "I)" + Emit.MARKS);
        } else if (condition >= 0 && !isOfNull && dependence.mayFail(condition)) {
            emit.load(code, shadow.control());
            emit.callFlow(code, "guarded", "(" + Emit.MARKS + Emit.MARKS + Emit.MARKS + ")" + Emit.MARKS);
        } else {
            emit.callFlow(code, "compared", "(" + Emit.MARKS + Emit.MARKS + ")" + Emit.MARKS);
        }
        if (condition >= 0) {
            code.add(new InsnNode(Opcodes.DUP));
            emit.load(code, shadow.condition(condition));
            emit.union(code);
            emit.store(code, shadow.condition(condition));
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
        untaken.variables.stream().forEach(variable -> addTo(code, shadow.variable(variable), marks));
        for (FieldInsnNode field : untaken.fields) {
            code.add(new VarInsnNode(Opcodes.ALOAD, 0));
            code.add(new InsnNode(Opcodes.DUP));
            code.add(new FieldInsnNode(Opcodes.GETFIELD, field.owner, fieldOf(field.name), Emit.MARKS));
            emit.load(code, marks);
            emit.taint(code, "kept", "(" + Emit.MARKS + Emit.MARKS + ")" + Emit.MARKS);
            code.add(new FieldInsnNode(Opcodes.PUTFIELD, field.owner, fieldOf(field.name), Emit.MARKS));
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

    private void leave(int opcode, int depth, InsnList code) {
        if (method.name.equals("<clinit>")) {
            emit.flow(code, "initialised", "()V");
        }
        if (opcode != Opcodes.RETURN) {
            steps.leaves(code, "result", Type.getReturnType(method.desc), shadow.value(depth - 1), line);
        }
        emit.loadFlow(code);
        code.add(new VarInsnNode(Opcodes.ILOAD, shadow.direct()));
        code.add(new VarInsnNode(Opcodes.ALOAD, shadow.around()));
        code.add(new VarInsnNode(Opcodes.ILOAD, shadow.asserting()));
        if (opcode == Opcodes.RETURN) {
            code.add(new InsnNode(Opcodes.ACONST_NULL));
        } else {
            emit.load(code, shadow.value(depth - 1));
            emit.load(code, shadow.control());
            emit.union(code);
        }
        emit.callFlow(code, "leave", "(I" + Emit.OUTSIDE + "I" + Emit.MARKS + ")V");
    }

    /** The field that the marks of a field are in. */
    static String fieldOf(String name) {
        return Hidden.PREFIX + name;
    }

}
