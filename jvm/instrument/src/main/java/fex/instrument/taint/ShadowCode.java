package fex.instrument.taint;

import fex.runtime.taint.Hidden;
import fex.runtime.taint.Taint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private final ShadowFrame shadow;
    private final Emit emit;
    private final Conditions conditions;
    private final Steps steps;
    private final ShadowCalls calls;
    private final TestCode test;
    private final Map<LabelNode, LabelNode> moved = new HashMap<>();

    /** Where code is reached on several ways. */
    private final Set<LabelNode> reached = new HashSet<>();

    private final Set<LabelNode> handlers = new HashSet<>();

    private final List<Leaving> leaving = new ArrayList<>();

    private int line;

    /** The instructions of the method as it was. */
    private AbstractInsnNode[] all;

    /** What says that the method returns, with what loads the things that are to be restored then. */
    private record Leaving(AbstractInsnNode around, AbstractInsnNode asserting, MethodInsnNode call) {}

    private ShadowCode(About about, MethodNode method, Frame<BasicValue>[] frames) {
        this.about = about;
        this.method = method;
        this.frames = frames;
        Dependence found = new Dependence(method);
        Dependence dependence = found.count() <= Dependence.MOST ? found : null;
        int stack = 0;
        for (Frame<BasicValue> frame : frames) {
            stack = frame == null ? stack : Math.max(stack, frame.getStackSize());
        }
        shadow = new ShadowFrame(method.maxLocals, stack + 1, dependence == null ? 0 : dependence.count());
        emit = new Emit(shadow);
        conditions = new Conditions(about, method, frames, dependence, emit);
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
        findReached();
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
            begin(before, at);
            visit(node, at, frames[at], before, after);
            end(node, at, before, after);
            method.instructions.insertBefore(node, before);
            if (node.getOpcode() == Opcodes.NEW) {
                moveLabels(all, at);
            }
            method.instructions.insert(node, after);
        }
        conditions.tidy();
        if (!shadow.mayRestore()) {
            leaving.forEach(this::restoreNothing);
        }
        extendFrames();
        enter();
    }

    private void findReached() {
        for (int at = 0; at < all.length; at++) {
            reached.addAll(Dependence.targets(all[at]));
            if (all[at].getOpcode() >= 0 && frames[at] == null) {
                shadow.hasUnreached();
            }
        }
        method.tryCatchBlocks.forEach(block -> handlers.add(block.handler));
        reached.addAll(handlers);
        if (!handlers.isEmpty() || about.isTest() && method.name.startsWith("lambda$")) {
            shadow.restores();
        }
    }

    /** The end of a block: where other ways come in, all marks are in the variables of their values. */
    private void end(AbstractInsnNode node, int at, InsnList before, InsnList after) {
        if (!Dependence.targets(node).isEmpty()) {
            boolean isDecided = node.getOpcode() != Opcodes.GOTO;
            emit.stack.flush(before, frames[at].getStackSize() - (isDecided ? comparesTwo(node) ? 2 : 1 : 0));
        }
        int next = at + 1;
        boolean isReached = false;
        while (next < all.length && all[next].getOpcode() < 0) {
            isReached |= all[next] instanceof FrameNode || reached.contains(all[next]);
            next++;
        }
        if (isReached && next < all.length && frames[next] != null && !Dependence.ends(node)) {
            emit.stack.flush(after, frames[next].getStackSize());
        }
    }

    private void extendFrames() {
        boolean isCaught = false;
        for (int at = 0; at < all.length; at++) {
            if (all[at] instanceof FrameNode frame) {
                rename(frame.local);
                rename(frame.stack);
                shadow.extend(frame, isCaught || frames[at] == null ? 0 : frames[at].getStackSize());
            } else if (all[at].getOpcode() >= 0) {
                isCaught = false;
            } else if (handlers.contains(all[at])) {
                isCaught = true;
            }
        }
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
        emit.stack.begin(0);
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        boolean isNew = method.name.equals("<init>");
        shadow.begin(code);
        code.add(Emit.integer(Taint.method(ShadowCalls.signature(about.owner(), method.name, method.desc, isStatic))));
        code.add(isStatic || isNew ? new InsnNode(Opcodes.ACONST_NULL) : new VarInsnNode(Opcodes.ALOAD, 0));
        String begins = method.name.equals("<clinit>") ? "initialise" : "enter";
        code.add(new MethodInsnNode(
                Opcodes.INVOKESTATIC, TAINT, begins, "(ILjava/lang/Object;)" + Emit.FLOW, false));
        code.add(new VarInsnNode(Opcodes.ASTORE, shadow.flow()));
        if (shadow.mayRestore()) {
            keep(code, "around", "()" + Emit.OUTSIDE, Opcodes.ASTORE, shadow.around());
            keep(code, "asserting", "()I", Opcodes.ISTORE, shadow.asserting());
        }
        keep(code, "direct", "()I", Opcodes.ISTORE, shadow.direct());
        emit.flow(code, "control", "()" + Emit.MARKS);
        if (shadow.isRead(shadow.base())) {
            code.add(new InsnNode(Opcodes.DUP));
            emit.store(code, shadow.base());
        }
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
    private void begin(InsnList code, int at) {
        int leader = at;
        while (leader > 0 && all[leader - 1].getOpcode() < 0) {
            leader--;
        }
        emit.stack.drop(frames[at].getStackSize());
        if (isReached(leader, at)) {
            emit.stack.begin(frames[at].getStackSize());
        }
        if (test != null) {
            test.line(code, emit, line);
        }
        int handler = handlerAt(leader, at);
        if (handler >= 0) {
            caught(code, handler);
        }
        conditions.begin(code, leader, at, handler >= 0);
    }

    private boolean isReached(int from, int to) {
        for (int at = from; at < to; at++) {
            if (all[at] instanceof FrameNode || reached.contains(all[at])) {
                return true;
            }
        }
        return false;
    }

    /** The place between two of a label that begins a handler; negative for none. */
    private int handlerAt(int from, int to) {
        for (int at = from; at <= to; at++) {
            if (handlers.contains(all[at])) {
                return at;
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
        conditions.caught(code, handler);
        if (test != null && test.isTestMethod()) {
            emit.loadFlow(code);
            emit.load(code, shadow.value(0));
            code.add(Emit.integer(Taint.assertion(about.assertion(method, line, "catch"))));
            emit.callFlow(code, "expected", "(" + Emit.MARKS + "I)V");
        }
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
            emit.stack.copy(depth, shadow.variable(((VarInsnNode) node).var));
        } else if (opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE) {
            emit.all(before, shadow.value(depth - 1), shadow.control());
            emit.stack.drop(depth - 1);
            emit.store(before, shadow.variable(((VarInsnNode) node).var));
            steps.variable(before, (VarInsnNode) node, line);
        } else if (node instanceof IincInsnNode increment) {
            emit.add(before, shadow.variable(increment.var), shadow.control());
        } else if (opcode <= Opcodes.LDC) {
            constant(node, at, depth, after);
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
            emit.stack.join(before, depth - 2, depth - 1);
        } else if (node instanceof JumpInsnNode jump) {
            jump(jump, at, depth, before);
        } else if (opcode == Opcodes.TABLESWITCH || opcode == Opcodes.LOOKUPSWITCH) {
            steps.condition(before, node, shadow.value(depth - 1), -1, line);
            conditions.decide(before, at, depth - 1, -1, false, line);
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
            emit.stack.none(depth);
        } else if (node instanceof MultiANewArrayInsnNode array) {
            for (int dimension = 1; dimension < array.dims; dimension++) {
                emit.stack.join(before, depth - array.dims, depth - dimension);
            }
        }
    }

    private static boolean isBinary(int opcode) {
        return opcode >= Opcodes.IADD && opcode <= Opcodes.DREM
                || opcode >= Opcodes.ISHL && opcode <= Opcodes.LXOR
                || opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG;
    }

    private void constant(AbstractInsnNode node, int at, int depth, InsnList after) {
        if (test != null && test.constant(node, at, line, depth, after, emit)) {
            return;
        }
        if (node.getOpcode() != Opcodes.NOP) {
            emit.stack.none(depth);
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

    private static boolean comparesTwo(AbstractInsnNode node) {
        return node.getOpcode() >= Opcodes.IF_ICMPEQ && node.getOpcode() <= Opcodes.IF_ACMPNE;
    }

    private void jump(JumpInsnNode jump, int at, int depth, InsnList before) {
        int opcode = jump.getOpcode();
        if (opcode == Opcodes.GOTO || opcode == Opcodes.JSR) {
            return;
        }
        boolean comparesTwo = comparesTwo(jump);
        boolean fails = Conditions.isFailure(jump.label) || Conditions.isFailure(jump.getNext());
        int other = comparesTwo ? depth - 2 : -1;
        steps.condition(before, jump, shadow.value(depth - 1), comparesTwo ? shadow.value(other) : -1, line);
        conditions.decide(before, at, depth - 1, other, fails, line);
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
        AbstractInsnNode around = new VarInsnNode(Opcodes.ALOAD, shadow.around());
        AbstractInsnNode asserting = new VarInsnNode(Opcodes.ILOAD, shadow.asserting());
        code.add(around);
        code.add(asserting);
        if (opcode == Opcodes.RETURN) {
            code.add(new InsnNode(Opcodes.ACONST_NULL));
        } else {
            emit.all(code, shadow.value(depth - 1), shadow.control());
        }
        emit.callFlow(code, "leave", "(I" + Emit.OUTSIDE + "I" + Emit.MARKS + ")V");
        leaving.add(new Leaving(around, asserting, (MethodInsnNode) code.getLast()));
    }

    /** A method that calls nothing but instrumented code leaves behind what it has found. */
    private void restoreNothing(Leaving one) {
        method.instructions.remove(one.around());
        method.instructions.remove(one.asserting());
        one.call().desc = "(I" + Emit.MARKS + ")V";
    }

    /** The field that the marks of a field are in. */
    static String fieldOf(String name) {
        return Hidden.PREFIX + name;
    }

}
