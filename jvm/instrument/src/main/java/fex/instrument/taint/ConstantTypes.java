package fex.instrument.taint;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Which constants of a method somebody wrote as values, and of which types: a truth value is a number in the code of the JVM, and so is the
 * place of an element in an array that is listed.
 */
final class ConstantTypes {
    private final About about;
    private final MethodNode method;
    private final Map<AbstractInsnNode, String> narrow = new HashMap<>();

    /** Constants that the compiler made, that are handed to assertions, or that nothing works on. */
    private final Set<AbstractInsnNode> none = new HashSet<>();

    /** What conditions are made into; who asks later finds code between these instructions. */
    private final Set<AbstractInsnNode> truths = new HashSet<>();

    ConstantTypes(About about, MethodNode method) {
        this.about = about;
        this.method = method;
        for (AbstractInsnNode node : method.instructions) {
            if (TestCode.isConstant(node) && TestCode.makesTruth(node)) {
                truths.add(node);
            }
        }
        try {
            find(new Analyzer<>(new SourceInterpreter()).analyze(about.owner(), method));
        } catch (AnalyzerException unclear) {
            // Then numbers count as such.
        }
    }

    /** The descriptor of a constant that is a value; {@code null} for anything else. */
    String of(AbstractInsnNode node) {
        if (!TestCode.isConstant(node) || none.contains(node) || narrow.getOrDefault(node, "").equals("-")) {
            return null;
        }
        int opcode = node.getOpcode();
        if (node instanceof LdcInsnNode constant) {
            if (constant.cst instanceof String) {
                return "Ljava/lang/String;";
            } else if (constant.cst instanceof Long) {
                return "J";
            } else if (constant.cst instanceof Float) {
                return "F";
            } else if (constant.cst instanceof Double) {
                return "D";
            }
        } else if (opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1) {
            return "J";
        } else if (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
            return "F";
        } else if (opcode == Opcodes.DCONST_0 || opcode == Opcodes.DCONST_1) {
            return "D";
        }
        if (truths.contains(node)) {
            return null;
        }
        return narrow.getOrDefault(node, "I");
    }

    /** Whether values of a type have others that are put in their place. */
    static boolean canChange(String descriptor) {
        return !descriptor.equals("V") && (descriptor.length() == 1 || descriptor.equals("Ljava/lang/String;"));
    }

    private void find(Frame<SourceValue>[] frames) {
        AbstractInsnNode[] all = method.instructions.toArray();
        for (int at = 0; at < all.length; at++) {
            Frame<SourceValue> frame = frames[at];
            AbstractInsnNode node = all[at];
            if (frame == null || node.getOpcode() < 0) {
                continue;
            }
            int top = frame.getStackSize() - 1;
            int opcode = node.getOpcode();
            if (node instanceof MethodInsnNode call) {
                arguments(frame, Type.getArgumentTypes(call.desc));
                if (about.assertions().has(call.owner, call.name, call.desc)) {
                    handOver(frame, Type.getArgumentTypes(call.desc).length);
                }
            } else if (node instanceof InvokeDynamicInsnNode call) {
                arguments(frame, Type.getArgumentTypes(call.desc));
            } else if (node instanceof FieldInsnNode field
                    && (opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC)) {
                used(frame.getStack(top), field.desc);
            } else if (opcode == Opcodes.ISTORE) {
                used(frame.getStack(top), variable((VarInsnNode) node));
            } else if (opcode == Opcodes.BASTORE) {
                // It may be a truth value.
                used(frame.getStack(top), "Z");
            } else if (opcode == Opcodes.CASTORE) {
                used(frame.getStack(top), "C");
            } else if (opcode == Opcodes.SASTORE) {
                used(frame.getStack(top), "S");
            } else if (opcode == Opcodes.NEWARRAY || opcode == Opcodes.ANEWARRAY) {
                AbstractInsnNode next = TestCode.skip(node.getNext(), true);
                if (next != null && next.getOpcode() == Opcodes.DUP) {
                    none.addAll(frame.getStack(top).insns);
                }
            }
            if (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE && isListed(frame.getStack(top - 2))) {
                none.addAll(frame.getStack(top - 1).insns);
            }
        }
        none.addAll(new AsideConstants(all, frames).among(node -> narrow.getOrDefault(node, "").equals("Z")));
    }

    /** Whether an array is one whose elements are listed. */
    private static boolean isListed(SourceValue array) {
        return array.insns.stream().allMatch(source -> source.getOpcode() == Opcodes.DUP);
    }

    private void arguments(Frame<SourceValue> frame, Type[] types) {
        int first = frame.getStackSize() - types.length;
        for (int number = 0; number < types.length; number++) {
            used(frame.getStack(first + number), types[number].getDescriptor());
        }
    }

    /** What an assertion is handed is what it expects or says, and no input, whether it is reached or not. */
    private void handOver(Frame<SourceValue> frame, int arguments) {
        for (int place = frame.getStackSize() - arguments; place < frame.getStackSize(); place++) {
            none.addAll(frame.getStack(place).insns);
        }
    }

    private void used(SourceValue value, String descriptor) {
        if (descriptor != null && descriptor.length() == 1 && "ZBCS".contains(descriptor)) {
            for (AbstractInsnNode source : value.insns) {
                narrow.merge(source, descriptor, (one, other) -> one.equals("Z") ? one : other);
            }
        }
    }

    private String variable(VarInsnNode store) {
        if (method.localVariables == null) {
            return null;
        }
        // The variable begins after the value is in it.
        int at = method.instructions.indexOf(store) + 1;
        for (LocalVariableNode variable : method.localVariables) {
            boolean isThere = method.instructions.indexOf(variable.start) <= at
                    && at <= method.instructions.indexOf(variable.end);
            if (variable.index == store.var && isThere) {
                return variable.desc;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return about.owner() + "." + method.name;
    }
}
