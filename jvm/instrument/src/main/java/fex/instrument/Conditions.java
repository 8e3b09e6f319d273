package fex.instrument;

import fex.runtime.Observer;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Tells the runtime what each conditional jump of some methods compares, before it jumps or does not.
 *
 * <p>Comparisons of longs, floats and doubles are calls that compute the same and remember what they were given.
 */
final class Conditions extends MethodNode {
    private static final String OBSERVER = Type.getInternalName(Observer.class);

    /** Tells of some methods. */
    static final class Methods implements Pass {
        private final MethodNumbers numbers;

        /** @param methods the methods, which are numbered in this order */
        Methods(List<Observer.Point> methods) {
            numbers = MethodNumbers.of(methods);
        }

        @Override
        public Layer layer() {
            return Layer.INSTRUCTIONS;
        }

        @Override
        public boolean concerns(String name) {
            return numbers.areIn(name);
        }

        @Override
        public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
            Integer id = numbers.of(of.name(), name, descriptor);
            return id == null ? to : new Conditions(to, of.name(), name, descriptor, id);
        }
    }

    private final MethodVisitor to;
    private final String owner;
    private final int method;
    private int line;
    private int number;

    private Conditions(MethodVisitor to, String owner, String name, String descriptor, int method) {
        super(Opcodes.ASM9, 0, name, descriptor, null, null);
        this.to = to;
        this.owner = owner;
        this.method = method;
    }

    @Override
    public void visitEnd() {
        super.visitEnd();
        for (AbstractInsnNode node : instructions.toArray()) {
            if (node instanceof LineNumberNode begins) {
                line = begins.line;
            } else if (node instanceof JumpInsnNode jump) {
                tell(jump);
            } else {
                Comparisons.call(instructions, node, OBSERVER);
            }
        }
        accept(to);
    }

    private void tell(JumpInsnNode jump) {
        String operator = operator(jump.getOpcode());
        if (operator == null) {
            return;
        }
        AbstractInsnNode last = Comparisons.before(jump);
        boolean isComparison = last instanceof MethodInsnNode call && call.owner.equals(OBSERVER);
        boolean isTruth = !isComparison && jump.getOpcode() <= Opcodes.IFNE && isTruth(last);
        String what = isComparison ? "" : what(last);
        number++;
        int site = Observer.condition(
                method,
                new Observer.Point(owner, name, desc, line, number, what),
                isTruth ? "truth" : operator,
                isComparison);
        InsnList added = new InsnList();
        boolean ofObjects = jump.getOpcode() >= Opcodes.IF_ACMPEQ;
        boolean isPair = jump.getOpcode() >= Opcodes.IF_ICMPEQ && jump.getOpcode() <= Opcodes.IF_ACMPNE;
        added.add(new InsnNode(isPair ? Opcodes.DUP2 : Opcodes.DUP));
        added.add(new LdcInsnNode(site));
        String operand = ofObjects ? "Ljava/lang/Object;" : "I";
        added.add(call("meets", "(" + operand + (isPair ? operand : "") + "I)V"));
        instructions.insertBefore(jump, added);
    }

    /** The operator of a jump, as source has it; null for one without a condition. */
    private static String operator(int opcode) {
        return switch (opcode) {
            case Opcodes.IFEQ, Opcodes.IF_ICMPEQ, Opcodes.IF_ACMPEQ -> "==";
            case Opcodes.IFNE, Opcodes.IF_ICMPNE, Opcodes.IF_ACMPNE -> "!=";
            case Opcodes.IFLT, Opcodes.IF_ICMPLT -> "<";
            case Opcodes.IFGE, Opcodes.IF_ICMPGE -> ">=";
            case Opcodes.IFGT, Opcodes.IF_ICMPGT -> ">";
            case Opcodes.IFLE, Opcodes.IF_ICMPLE -> "<=";
            case Opcodes.IFNULL, Opcodes.IFNONNULL -> "null";
            default -> null;
        };
    }

    /** What an instruction leaves on the stack, as far as source has a name for it. */
    private String what(AbstractInsnNode node) {
        if (node instanceof MethodInsnNode call) {
            return call.name + "()";
        } else if (node instanceof FieldInsnNode field) {
            return field.name;
        } else if (node instanceof TypeInsnNode type && type.getOpcode() == Opcodes.INSTANCEOF) {
            String of = what(Comparisons.before(type));
            String simple = type.desc.substring(Math.max(type.desc.lastIndexOf('/'), type.desc.lastIndexOf('$')) + 1);
            return of.isEmpty() ? "" : of + " instanceof " + simple;
        } else if (node instanceof VarInsnNode variable) {
            LocalVariableNode named = variable(variable);
            return named == null ? "" : named.name;
        }
        return "";
    }

    private boolean isTruth(AbstractInsnNode node) {
        if (node instanceof MethodInsnNode call) {
            return call.desc.endsWith(")Z");
        } else if (node instanceof FieldInsnNode field) {
            return field.desc.equals("Z");
        } else if (node instanceof VarInsnNode variable) {
            LocalVariableNode named = variable(variable);
            return named != null && named.desc.equals("Z");
        }
        return node != null && node.getOpcode() == Opcodes.INSTANCEOF;
    }

    private LocalVariableNode variable(VarInsnNode read) {
        int at = instructions.indexOf(read);
        for (LocalVariableNode variable : localVariables == null ? List.<LocalVariableNode>of() : localVariables) {
            boolean isInScope = instructions.indexOf(variable.start) <= at && at < instructions.indexOf(variable.end);
            if (variable.index == read.var && isInScope) {
                return variable;
            }
        }
        return null;
    }

    private static MethodInsnNode call(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, OBSERVER, name, descriptor, false);
    }
}
