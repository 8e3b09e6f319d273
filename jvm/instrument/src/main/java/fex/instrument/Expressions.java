package fex.instrument;

import fex.runtime.Observer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Tells the runtime of every value that an expression in the code of tests has: results of calls, new objects, fields, elements of
 * arrays, and objects in variables whenever they are used. What is computed from these alone says nothing more, and constants say
 * nothing.
 */
final class Expressions extends MethodVisitor {
    private static final String OBSERVER = Type.getInternalName(Observer.class);

    /**
     * Tells of the expressions in some classes.
     *
     * @param classes their internal names
     */
    static Pass in(Set<String> classes) {
        return new ClassPass(
                classes,
                Pass.Layer.INSTRUCTIONS,
                (to, of, name, descriptor) -> new Expressions(to, of.name(), name, descriptor, name.equals("<init>")));
    }

    /** A variable that was read, whose name comes after the code. */
    private record Read(int variable, int site) {}

    private final String owner;
    private final String name;
    private final String descriptor;

    /** Whether {@code this} may be no object yet. */
    private final boolean isConstructor;

    private int line;
    private int number;

    /** For each object that is under construction, the innermost last, whether it is used afterwards. */
    private final Deque<Boolean> unfinished = new ArrayDeque<>();

    private boolean isNew;

    private final List<Read> reads = new ArrayList<>();

    /** For each label, how many variables were read before it. */
    private final Map<Label, Integer> readsBefore = new HashMap<>();

    private Expressions(MethodVisitor to, String owner, String name, String descriptor, boolean isConstructor) {
        super(Opcodes.ASM9, to);
        this.owner = owner;
        this.name = name;
        this.descriptor = descriptor;
        this.isConstructor = isConstructor;
    }

    @Override
    public void visitLineNumber(int line, Label start) {
        this.line = line;
        super.visitLineNumber(line, start);
    }

    @Override
    public void visitLabel(Label label) {
        readsBefore.put(label, reads.size());
        super.visitLabel(label);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        isNew = false;
        super.visitVarInsn(opcode, variable);
        if (opcode == Opcodes.ALOAD && !(isConstructor && variable == 0)) {
            reads.add(new Read(variable, tell(Type.getType(Object.class), "a variable")));
        }
    }

    @Override
    public void visitLocalVariable(String name, String type, String signature, Label start, Label end, int index) {
        for (Read read : reads.subList(readsBefore.get(start), readsBefore.get(end))) {
            if (read.variable() == index) {
                Observer.name(read.site(), name);
            }
        }
        super.visitLocalVariable(name, type, signature, start, end, index);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == Opcodes.NEW) {
            unfinished.push(false);
        }
        isNew = opcode == Opcodes.NEW;
        super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitInsn(int opcode) {
        if (isNew && opcode == Opcodes.DUP) {
            unfinished.pop();
            unfinished.push(true);
        }
        isNew = false;
        super.visitInsn(opcode);
        Type element =
                switch (opcode) {
                    case Opcodes.AALOAD -> Type.getType(Object.class);
                    case Opcodes.IALOAD, Opcodes.BALOAD, Opcodes.SALOAD -> Type.INT_TYPE;
                    case Opcodes.CALOAD -> Type.CHAR_TYPE;
                    case Opcodes.LALOAD -> Type.LONG_TYPE;
                    case Opcodes.FALOAD -> Type.FLOAT_TYPE;
                    case Opcodes.DALOAD -> Type.DOUBLE_TYPE;
                    default -> null;
                };
        if (element != null) {
            tell(element, "an element");
        }
    }

    @Override
    public void visitFieldInsn(int opcode, String of, String field, String type) {
        isNew = false;
        super.visitFieldInsn(opcode, of, field, type);
        if (opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC) {
            tell(Type.getType(type), field);
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String of, String called, String type, boolean ofInterface) {
        isNew = false;
        super.visitMethodInsn(opcode, of, called, type, ofInterface);
        Type result = Type.getReturnType(type);
        if (called.equals("<init>")) {
            // The call of another constructor finishes no object that this code has asked for.
            if (!unfinished.isEmpty() && unfinished.pop()) {
                tell(Type.getType(Object.class), "new " + of.substring(Math.max(of.lastIndexOf('/'), of.lastIndexOf('$')) + 1));
            }
        } else if (result.getSort() != Type.VOID) {
            tell(result, called + (type.startsWith("()") ? "()" : "(\u2026)"));
        }
    }

    @Override
    public void visitInvokeDynamicInsn(String called, String type, Handle bootstrap, Object... arguments) {
        isNew = false;
        super.visitInvokeDynamicInsn(called, type, bootstrap, arguments);
        boolean isText = bootstrap.getOwner().equals("java/lang/invoke/StringConcatFactory");
        if (isText) {
            tell(Type.getReturnType(type), "a text");
        }
    }

    /** Tells of the value on the stack; returns the number by which the runtime knows the place. */
    private int tell(Type type, String what) {
        number++;
        int site = Observer.site(new Observer.Point(owner, name, descriptor, line, number, what));
        super.visitInsn(type.getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
        super.visitLdcInsn(site);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, OBSERVER, "value", "(" + Exits.told(type) + "I)V", false);
        return site;
    }
}
