package fex.instrument.taint;

import fex.runtime.taint.Input;
import fex.runtime.taint.Inputs;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Has instructions that read and write fields do so with their marks, which are in fields beside them. */
final class ShadowFields {
    private final About about;
    private final MethodNode method;
    private final Emit emit;
    private final ShadowFrame shadow;
    private final TestCode test;
    private final Steps steps;

    ShadowFields(About about, MethodNode method, Emit emit, TestCode test) {
        this.about = about;
        this.method = method;
        this.emit = emit;
        this.shadow = emit.shadow;
        this.test = test;
        steps = new Steps(about, method, emit);
    }

    void visit(FieldInsnNode field, int at, int line, int depth, InsnList before, InsnList after) {
        Shapes.Member member = about.shapes().field(field.owner, field.name, field.desc);
        boolean hasMarks = member != null && has(member);
        switch (field.getOpcode()) {
            case Opcodes.GETSTATIC -> readStatic(field, member, hasMarks, at, line, depth, before, after);
            case Opcodes.PUTSTATIC -> {
                if (hasMarks) {
                    steps.field(before, "field", field, shadow.value(depth - 1), line);
                    emit.all(after, shadow.value(depth - 1), shadow.control());
                    emit.taint(after, "written", "(" + Emit.MARKS + ")" + Emit.MARKS);
                    after.add(marks(Opcodes.PUTSTATIC, field));
                }
            }
            case Opcodes.GETFIELD -> {
                if (!hasMarks) {
                    return;
                }
                before.add(new InsnNode(Opcodes.DUP));
                if (Type.getType(field.desc).getSize() == 2) {
                    after.add(new InsnNode(Opcodes.DUP2_X1));
                    after.add(new InsnNode(Opcodes.POP2));
                } else {
                    after.add(new InsnNode(Opcodes.SWAP));
                }
                after.add(marks(Opcodes.GETFIELD, field));
                emit.load(after, shadow.value(depth - 1));
                emit.taint(after, "field", "(" + Emit.MARKS + Emit.MARKS + ")" + Emit.MARKS);
                emit.state(after, about.state(member.of().name(), field.name, field.desc, member.access()));
                emit.store(after, shadow.value(depth - 1));
                steps.field(after, "read", field, shadow.value(depth - 1), line);
            }
            default -> write(field, member, hasMarks, line, depth, before, after);
        }
    }

    /** Whether a field has another one beside it for its marks. */
    static boolean has(Shapes.Member member) {
        boolean isVariable = !member.isStatic() || !member.isFinal();
        return Programs.has(member.of().name()) && !member.of().isInterface() && isVariable;
    }

    private static FieldInsnNode marks(int opcode, FieldInsnNode field) {
        return new FieldInsnNode(opcode, field.owner, ShadowCode.fieldOf(field.name), Emit.MARKS);
    }

    private void readStatic(
            FieldInsnNode field,
            Shapes.Member member,
            boolean hasMarks,
            int at,
            int line,
            int depth,
            InsnList before,
            InsnList after) {
        if (!hasMarks || !isInput(member, field)) {
            if (test == null || !test.enumConstant(field, member, at, line, depth, after, emit)) {
                emit.stack.none(depth);
            }
            return;
        }
        String type = member.of().name();
        int input = Inputs.number(new Input.Place(
                type + "." + field.name, Input.Kind.STATIC, type, "", "", 0, field.name, field.desc));
        if (about.canName(field.desc)) {
            after.add(marks(Opcodes.GETSTATIC, field));
            after.add(Emit.integer(input));
            emit.replace(after, "static", Emit.MARKS, field.desc);
        }
        after.add(marks(Opcodes.GETSTATIC, field));
        after.add(Emit.integer(input));
        emit.taint(after, "read", "(" + Emit.MARKS + "I)" + Emit.MARKS);
        emit.store(after, shadow.value(depth));
        steps.field(after, "read", field, shadow.value(depth), line);
    }

    /** Whether a static field gives tests something that they do not control: compilers have some of their own. */
    private boolean isInput(Shapes.Member member, FieldInsnNode field) {
        boolean isSynthetic = (member.access() & Opcodes.ACC_SYNTHETIC) != 0;
        return !isSynthetic
                && !field.name.contains("$")
                && !isOfAssertions(member.of().name())
                && !about.unchanging().has(about.shapes().loader(), member, field.name, field.desc);
    }

    private static boolean isOfAssertions(String type) {
        return type.startsWith("org/assertj/")
                || type.startsWith("org/hamcrest/")
                || type.startsWith("com/google/common/truth/")
                || type.startsWith("org/junit/")
                || type.startsWith("junit/")
                || type.startsWith("org/testng/");
    }

    private void write(
            FieldInsnNode field,
            Shapes.Member member,
            boolean hasMarks,
            int line,
            int depth,
            InsnList before,
            InsnList after) {
        if (!hasMarks) {
            return;
        }
        if (test != null && test.isInitialiser(field, member, line)) {
            test.initial(field, before, emit);
            int input = test.fieldInput(field.name, field.desc);
            before.add(Emit.integer(input));
            emit.taint(before, "fieldMark", "(I)" + Emit.MARKS);
            emit.store(before, shadow.value(depth - 1));
        }
        int state = about.state(member.of().name(), field.name, field.desc, member.access());
        if (state >= 0) {
            before.add(Emit.integer(state));
            emit.taint(before, "stateWritten", "(I)V");
        }
        steps.field(before, "field", field, shadow.value(depth - 1), line);
        if (Type.getType(field.desc).getSize() == 2) {
            for (int opcode : new int[] {Opcodes.DUP2_X1, Opcodes.POP2, Opcodes.DUP_X2, Opcodes.DUP_X2, Opcodes.POP}) {
                before.add(new InsnNode(opcode));
            }
        } else {
            before.add(new InsnNode(Opcodes.DUP2));
            after.add(new InsnNode(Opcodes.POP));
        }
        // The reference is on the stack once more.
        emit.all(after, shadow.value(depth - 1), shadow.control());
        after.add(marks(Opcodes.PUTFIELD, field));
    }
}
