package fex.instrument;

import fex.runtime.Observer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
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
 *
 * <p>What is thrown where a value was to be computed is told of, too: where a handler of the code catches it, or else where it leaves
 * the method, with the line of the call that it comes from.
 *
 * <pre>
 * try { the calls of a line } catch (Throwable thrown) { Observer.value(thrown, site); throw thrown; }
 * </pre>
 */
final class Expressions extends MethodVisitor {
    private static final String OBSERVER = Type.getInternalName(Observer.class);
    private static final String THROWN = "an exception";

    /**
     * Tells of the expressions in some classes.
     *
     * @param classes their internal names
     */
    static Pass in(Set<String> classes) {
        return new ClassPass(
                classes,
                Pass.Layer.INSTRUCTIONS,
                (to, of, name, descriptor) -> new Expressions(to, of, name, descriptor));
    }

    /** A variable that was read, whose name comes after the code. */
    private record Read(int variable, int site) {}

    /** The code of a line from one place to another, with calls in it. */
    private record Calling(int line, Label start, Label end) {}

    private final String owner;
    private final String name;
    private final String descriptor;
    private final boolean frames;

    /** Whether {@code this} may be no object yet. */
    private final boolean isConstructor;

    private int line;
    private int number;

    /** For each object that is under construction, the innermost last, whether it is used afterwards. */
    private final Deque<Boolean> unfinished = new ArrayDeque<>();

    private boolean isNew;

    private final List<Read> reads = new ArrayList<>();

    /** Where the current line begins; nothing before the first line. */
    private Label lineStart;

    private boolean lineCalls;

    private final List<Calling> calling = new ArrayList<>();

    /** Where handlers of the code itself begin. */
    private final Set<Label> handlers = new HashSet<>();

    private boolean isCaught;

    /** For each label, how many variables were read before it. */
    private final Map<Label, Integer> readsBefore = new HashMap<>();

    private Expressions(MethodVisitor to, Pass.Target of, String name, String descriptor) {
        super(Opcodes.ASM9, to);
        this.owner = of.name();
        this.name = name;
        this.descriptor = descriptor;
        this.frames = of.frames();
        this.isConstructor = name.equals("<init>");
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        handlers.add(handler);
        super.visitTryCatchBlock(start, end, handler, type);
    }

    @Override
    public void visitLineNumber(int line, Label start) {
        endLine(start);
        this.line = line;
        super.visitLineNumber(line, start);
    }

    private void endLine(Label end) {
        if (lineCalls) {
            calling.add(new Calling(line, lineStart, end));
        }
        lineStart = end;
        lineCalls = false;
    }

    @Override
    public void visitLabel(Label label) {
        readsBefore.put(label, reads.size());
        super.visitLabel(label);
        isCaught |= handlers.contains(label);
        // With frames, one of them comes first.
        if (isCaught && !frames) {
            tellCaught();
        }
    }

    @Override
    public void visitFrame(int type, int locals, Object[] local, int stack, Object[] on) {
        super.visitFrame(type, locals, local, stack, on);
        if (isCaught) {
            tellCaught();
        }
    }

    private void tellCaught() {
        isCaught = false;
        tell(Type.getType(Object.class), THROWN);
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
        lineCalls = true;
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

    @Override
    public void visitMaxs(int stack, int locals) {
        // In a constructor, `this` may be no object yet, for which no frame has a word.
        if (!isConstructor && lineStart != null) {
            Label end = new Label();
            super.visitLabel(end);
            endLine(end);
            calling.forEach(this::tellThrown);
        }
        super.visitMaxs(stack, locals);
    }

    /** Adds a handler, which comes after those of the code itself. */
    private void tellThrown(Calling of) {
        Label handler = new Label();
        super.visitTryCatchBlock(of.start(), of.end(), handler, null);
        super.visitLabel(handler);
        if (frames) {
            super.visitFrame(Opcodes.F_FULL, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
        }
        line = of.line();
        tell(Type.getType(Object.class), THROWN);
        super.visitInsn(Opcodes.ATHROW);
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
