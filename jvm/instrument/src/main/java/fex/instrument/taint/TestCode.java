package fex.instrument.taint;

import fex.runtime.taint.Input;
import fex.runtime.taint.Inputs;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Gives marks to what the code of a class of tests takes as inputs: sections 3.2.1 and 3.2.2 of the paper. */
final class TestCode {
    private final About about;
    private final MethodNode method;
    private final ConstantTypes types;
    private final boolean isTestMethod;
    private final boolean isOfTest;
    private final boolean isFixture;
    private int lastLine = -1;

    /** The lines between which a constructor has code of its own. */
    private int firstOwn = Integer.MAX_VALUE;

    private int lastOwn = -1;

    TestCode(About about, MethodNode method, Frame<BasicValue>[] frames) {
        this.about = about;
        this.method = method;
        isTestMethod = TestMethods.has(about, method);
        isOfTest = isTestMethod || TestMethods.hasLambda(about, method);
        isFixture = !isOfTest && TestMethods.isFixture(about, method);
        types = isOfTest || isFixture ? new ConstantTypes(about, method) : null;
        if (method.name.equals("<init>")) {
            findOwnLines();
        }
    }

    /**
     * A constructor begins in the line in which it calls another one, and ends in that of its last return, which has a line of its own if
     * somebody wrote it.
     */
    private void findOwnLines() {
        int line = 0;
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof LineNumberNode number) {
                line = number.line;
            } else if (node instanceof MethodInsnNode call && call.name.equals("<init>") && firstOwn == Integer.MAX_VALUE) {
                firstOwn = line;
            } else if (node.getOpcode() == Opcodes.RETURN) {
                boolean isWritten = node.getPrevious() instanceof LineNumberNode
                        || node.getPrevious() != null && node.getPrevious().getPrevious() instanceof LineNumberNode;
                lastOwn = isWritten ? line : firstOwn;
            }
        }
    }

    /** Whether the method is a test. */
    boolean isTestMethod() {
        return isTestMethod;
    }

    /** Tells in which line the test is. */
    void line(InsnList code, Emit emit, int line) {
        if (isOfTest && line != lastLine) {
            lastLine = line;
            emit.loadFlow(code);
            code.add(Emit.integer(line));
            emit.callFlow(code, "line", "(I)V");
        }
    }

    private Input.Kind constants() {
        return isFixture ? Input.Kind.FIXTURE : Input.Kind.CONSTANT;
    }

    private int input(Input.Kind kind, int at, int line, String name, String descriptor) {
        String key = about.owner() + "." + method.name + method.desc + "@" + at;
        return Inputs.number(new Input.Place(
                key, kind, about.owner(), method.name, method.desc, line, name, descriptor));
    }

    /** The arguments of a parameterized test. */
    void enter(InsnList code, Emit emit) {
        if (!isTestMethod) {
            return;
        }
        int variable = (method.access & Opcodes.ACC_STATIC) == 0 ? 1 : 0;
        int number = 0;
        for (Type type : Type.getArgumentTypes(method.desc)) {
            number++;
            String descriptor = type.getDescriptor();
            if (ConstantTypes.canChange(descriptor)) {
                int input = input(Input.Kind.ARGUMENT, -number, firstLine(method), "argument " + number, descriptor);
                code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), variable));
                code.add(Emit.integer(input));
                emit.replace(code, "", "", descriptor);
                code.add(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), variable));
                mark(code, emit, input, emit.shadow.variable(variable));
            }
            variable += type.getSize();
        }
    }

    /** The first line of a method; 0 if it is not known. */
    static int firstLine(MethodNode method) {
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof LineNumberNode number) {
                return number.line;
            }
        }
        return 0;
    }

    private static void mark(InsnList code, Emit emit, int input, int variable) {
        code.add(Emit.integer(input));
        emit.taint(code, "mark", "(I)" + Emit.MARKS);
        emit.store(code, variable);
    }

    /** A constant; says whether it is an input. */
    boolean constant(AbstractInsnNode node, int at, int line, int depth, InsnList after, Emit emit) {
        String descriptor = types == null ? null : types.of(node);
        if (descriptor == null) {
            return false;
        }
        int input = input(constants(), at, line, "", descriptor);
        after.add(Emit.integer(input));
        emit.replace(after, "", "", descriptor);
        mark(after, emit, input, emit.shadow.value(depth));
        return true;
    }

    /** An enum constant; says whether it is one. */
    boolean enumConstant(
            FieldInsnNode field, Shapes.Member member, int at, int line, int depth, InsnList after, Emit emit) {
        boolean isConstant = types != null
                && member != null
                && member.of().isEnum()
                && field.desc.equals("L" + member.of().name() + ";")
                && about.canName(field.desc);
        if (isConstant) {
            int input = input(constants(), at, line, "", field.desc);
            after.add(Emit.integer(input));
            emit.replace(after, "", "", field.desc);
            mark(after, emit, input, emit.shadow.value(depth));
        }
        return isConstant;
    }

    /** After a call: what methods of the test class without arguments return is an input; a constructor has set what it inherits. */
    void afterCall(MethodInsnNode call, int at, int line, int first, InsnList after, Emit emit) {
        String descriptor = Type.getReturnType(call.desc).getDescriptor();
        boolean isResult = isTestMethod
                && call.owner.equals(about.owner())
                && call.desc.startsWith("()")
                && ConstantTypes.canChange(descriptor)
                && about.type().methods.stream().anyMatch(one -> one.name.equals(call.name) && one.desc.equals(call.desc))
                && !call.name.startsWith("lambda$");
        if (isResult) {
            int input = input(Input.Kind.RESULT, at, line, call.name, descriptor);
            after.add(Emit.integer(input));
            emit.replace(after, "", "", descriptor);
            mark(after, emit, input, emit.shadow.value(first));
        }
        boolean isAbove = method.name.equals("<init>")
                && call.name.equals("<init>")
                && call.owner.equals(about.type().superName)
                && first == 0;
        if (isAbove && TestMethods.areIn(about)) {
            about.type().fields.stream().filter(this::isInput).forEach(field -> begin(field, after, emit));
        }
    }

    private boolean isInput(FieldNode field) {
        int access = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;
        return (field.access & access) == 0;
    }

    /** The number of a field of the class as an input. */
    int fieldInput(String name, String descriptor) {
        String key = about.owner() + "." + name;
        return Inputs.number(new Input.Place(
                key, Input.Kind.FIELD, about.owner(), "", "", 0, name, descriptor));
    }

    /** What a field has before anything is written. */
    private void begin(FieldNode field, InsnList after, Emit emit) {
        int input = fieldInput(field.name, field.desc);
        if (about.canName(field.desc)) {
            after.add(new VarInsnNode(Opcodes.ALOAD, 0));
            after.add(new InsnNode(Opcodes.DUP));
            after.add(new FieldInsnNode(Opcodes.GETFIELD, about.owner(), field.name, field.desc));
            after.add(Emit.integer(input));
            emit.replace(after, "", "", field.desc);
            after.add(new FieldInsnNode(Opcodes.PUTFIELD, about.owner(), field.name, field.desc));
        }
        after.add(new VarInsnNode(Opcodes.ALOAD, 0));
        after.add(Emit.integer(input));
        emit.taint(after, "fieldMark", "(I)" + Emit.MARKS);
        after.add(new FieldInsnNode(
                Opcodes.PUTFIELD, about.owner(), ShadowCode.fieldOf(field.name), Emit.MARKS));
    }

    /** Whether an instruction initialises a field of the class where it is declared: its line is outside of those of the constructor. */
    boolean isInitialiser(FieldInsnNode field, Shapes.Member member, int line) {
        boolean isOwn = method.name.equals("<init>")
                && member.of().name().equals(about.owner())
                && !member.isFinal()
                && (member.access() & Opcodes.ACC_SYNTHETIC) == 0;
        return isOwn && (line < firstOwn || line > lastOwn) && TestMethods.areIn(about);
    }

    /** Makes an input of the value that a field is initialised with, which is on the stack. */
    void initial(FieldInsnNode field, InsnList before, Emit emit) {
        if (about.canName(field.desc)) {
            before.add(Emit.integer(fieldInput(field.name, field.desc)));
            emit.replace(before, "", "", field.desc);
        }
    }

    /** Whether a jump and what follows it only make a truth value of a condition. */
    static boolean makesTruth(AbstractInsnNode node) {
        AbstractInsnNode before = skip(node.getPrevious(), false);
        AbstractInsnNode after = skip(node.getNext(), true);
        boolean isFirst = before instanceof JumpInsnNode && after != null && after.getOpcode() == Opcodes.GOTO;
        boolean isSecond = before != null && before.getOpcode() == Opcodes.GOTO;
        return isFirst || isSecond && isTruth(skip(before.getPrevious(), false));
    }

    private static boolean isTruth(AbstractInsnNode node) {
        return node != null && (node.getOpcode() == Opcodes.ICONST_0 || node.getOpcode() == Opcodes.ICONST_1);
    }

    static AbstractInsnNode skip(AbstractInsnNode from, boolean forwards) {
        AbstractInsnNode node = from;
        while (node != null && node.getOpcode() < 0) {
            node = forwards ? node.getNext() : node.getPrevious();
        }
        return node;
    }

    /** The instructions that load constants. */
    static boolean isConstant(AbstractInsnNode node) {
        int opcode = node.getOpcode();
        boolean isSimple = opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.DCONST_1;
        boolean isText = node instanceof LdcInsnNode ldc && (ldc.cst instanceof String || ldc.cst instanceof Number);
        return isSimple || isText || node instanceof IntInsnNode && opcode != Opcodes.NEWARRAY;
    }
}
