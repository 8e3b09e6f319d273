package fex.instrument.taint;

import fex.runtime.taint.Trail;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Has code tell which places values pass, so that the way of a mark can be told. Where nobody asks, it writes nothing. */
final class Steps {
    private static final String TRAIL = Type.getInternalName(Trail.class);
    private static final Type OBJECT = Type.getType(Object.class);

    private final About about;
    private final MethodNode method;
    private final Emit emit;

    Steps(About about, MethodNode method, Emit emit) {
        this.about = about;
        this.method = method;
        this.emit = emit;
    }

    /** An argument of the method, at its beginning. */
    void parameter(InsnList code, int variable, Type type) {
        if (about.tells()) {
            code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), variable));
            LocalVariableNode known = variable(variable, null);
            String name = known == null ? "" : known.name;
            top(code, emit.shadow.variable(variable), "parameter", TestCode.firstLine(method), name, type);
            code.add(new InsnNode(type.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP));
        }
    }

    /** A variable that gets the value on top of the stack, whose marks it has already. */
    void variable(InsnList code, VarInsnNode store, int line) {
        LocalVariableNode known = variable(store.var, store);
        String name = known == null ? "" : known.name;
        Type usual =
                switch (store.getOpcode()) {
                    case Opcodes.ISTORE -> Type.INT_TYPE;
                    case Opcodes.LSTORE -> Type.LONG_TYPE;
                    case Opcodes.FSTORE -> Type.FLOAT_TYPE;
                    case Opcodes.DSTORE -> Type.DOUBLE_TYPE;
                    default -> OBJECT;
                };
        boolean isNarrow = known != null && usual == Type.INT_TYPE && known.desc.length() == 1;
        top(code, emit.shadow.variable(store.var), "variable", line, name, isNarrow ? Type.getType(known.desc) : usual);
    }

    /** A field that gets the value on top of the stack, or that the value comes from. */
    void field(InsnList code, String kind, FieldInsnNode field, int marks, int line) {
        top(code, marks, kind, line, simple(field.owner) + "." + field.name, Type.getType(field.desc));
    }

    /** What a call has read of what surrounds the test, which is on top of the stack. */
    void read(InsnList code, MethodInsnNode call, Type type, int marks, int line) {
        top(code, marks, "read", line, name(call), type);
    }

    /** An element of an array that gets the value on top of the stack. */
    void element(InsnList code, Type type, int marks, int line) {
        top(code, marks, "element", line, "", type);
    }

    /** What the method returns, or throws. */
    void leaves(InsnList code, String kind, Type type, int marks, int line) {
        top(code, marks, kind, line, method.name, type);
    }

    /** What a call of code that is not instrumented is given. */
    void given(InsnList code, MethodInsnNode call, int outside, int line) {
        if (about.tells()) {
            emit.load(code, outside);
            code.add(Emit.integer(number("call", line, name(call), Type.getReturnType(call.desc))));
            emit.callOutside(code, "at", "(I)V");
        }
    }

    /** What such a call has returned, which is on top of the stack. */
    void returned(InsnList code, String name, Type type, int marks, int line) {
        if (type.getSort() != Type.VOID) {
            top(code, marks, "call", line, name, type);
        }
    }

    /** What a call is called in the steps. */
    static String name(MethodInsnNode call) {
        String owner = simple(call.owner);
        return call.name.equals("<init>") ? "new " + owner : owner + "." + call.name;
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('/') + 1).replace('$', '.');
    }

    /** A condition about the values on top of the stack: one, or two of them. */
    void condition(InsnList code, AbstractInsnNode decision, int one, int other, int line) {
        if (!about.tells()) {
            return;
        }
        int opcode = decision.getOpcode();
        boolean isOfObjects = opcode == Opcodes.IFNULL
                || opcode == Opcodes.IFNONNULL
                || opcode == Opcodes.IF_ACMPEQ
                || opcode == Opcodes.IF_ACMPNE;
        Type type = isOfObjects ? OBJECT : decision instanceof JumpInsnNode ? looked(decision) : Type.INT_TYPE;
        if (other < 0) {
            top(code, one, "condition", line, "", type);
            return;
        }
        emit.load(code, one);
        emit.load(code, other);
        emit.union(code);
        emit.store(code, one);
        code.add(new InsnNode(Opcodes.DUP2));
        String of = isOfObjects ? "Ljava/lang/Object;" : "I";
        passed(code, of + of, one, number("condition", line, "", type));
    }

    /** The type of the number that a jump looks at; {@code void} for what a comparison has made of two. */
    private Type looked(AbstractInsnNode jump) {
        AbstractInsnNode before = TestCode.skip(jump.getPrevious(), false);
        int opcode = before == null ? -1 : before.getOpcode();
        if (opcode >= Opcodes.LCMP && opcode <= Opcodes.DCMPG) {
            return Type.VOID_TYPE;
        }
        String descriptor = "";
        if (before instanceof MethodInsnNode call) {
            descriptor = Type.getReturnType(call.desc).getDescriptor();
        } else if (before instanceof FieldInsnNode field) {
            descriptor = field.desc;
        } else if (before instanceof VarInsnNode load && variable(load.var, load) != null) {
            descriptor = variable(load.var, load).desc;
        }
        return descriptor.equals("Z") || descriptor.equals("C") ? Type.getType(descriptor) : Type.INT_TYPE;
    }

    /** The variable that an instruction reads or writes; of an argument if there is no instruction. */
    private LocalVariableNode variable(int number, VarInsnNode at) {
        if (method.localVariables == null) {
            return null;
        }
        // A variable begins after the value is in it.
        int place = at == null ? 0 : method.instructions.indexOf(at) + 1;
        LocalVariableNode first = null;
        for (LocalVariableNode variable : method.localVariables) {
            if (variable.index == number) {
                int start = method.instructions.indexOf(variable.start);
                boolean isRight = at == null
                        ? first == null || start < method.instructions.indexOf(first.start)
                        : start <= place && place <= method.instructions.indexOf(variable.end);
                first = isRight ? variable : first;
            }
        }
        return first;
    }

    /** The value on top of the stack passes a place, and its marks know that. */
    private void top(InsnList code, int marks, String kind, int line, String name, Type type) {
        if (!about.tells()) {
            return;
        }
        int number = number(kind, line, name, type);
        if (type.getSort() == Type.VOID) {
            passed(code, "", marks, number);
            return;
        }
        code.add(new InsnNode(type.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP));
        String of =
                switch (type.getSort()) {
                    case Type.LONG, Type.FLOAT, Type.DOUBLE -> type.getDescriptor();
                    case Type.ARRAY, Type.OBJECT -> "Ljava/lang/Object;";
                    default -> "I";
                };
        passed(code, of, marks, number);
    }

    private void passed(InsnList code, String values, int marks, int place) {
        emit.load(code, marks);
        code.add(Emit.integer(place));
        code.add(new MethodInsnNode(
                Opcodes.INVOKESTATIC, TRAIL, "passed", "(" + values + Emit.MARKS + "I)" + Emit.MARKS, false));
        emit.store(code, marks);
    }

    private int number(String kind, int line, String name, Type type) {
        String of = type.getSort() == Type.VOID ? "" : type.getDescriptor();
        return Trail.place(new Trail.Place(kind, about.owner(), method.name, method.desc, line, name, of));
    }
}
