package fex.instrument.taint;

import fex.runtime.taint.Surroundings;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Writes instructions that work on marks. */
final class Emit {
    static final String MARKS = "L" + ShadowFrame.MARKS + ";";
    static final String FLOW = "L" + ShadowFrame.FLOW + ";";
    private static final String SURROUNDINGS = Type.getInternalName(Surroundings.class);
    static final String OUTSIDE = "L" + ShadowFrame.OUTSIDE + ";";

    /** How many arguments of a call have methods of their own, because most calls have no more. */
    static final int FEW = 3;

    /** How many of them are told with the call itself. */
    static final int TOGETHER = 2;

    private static final List<String> NUMBERS = List.of("First", "Second", "Third");

    final ShadowFrame shadow;
    final ShadowStack stack;

    Emit(ShadowFrame shadow) {
        this.shadow = shadow;
        stack = new ShadowStack(shadow);
    }

    static AbstractInsnNode integer(int value) {
        if (value >= -1 && value <= 5) {
            return new InsnNode(Opcodes.ICONST_0 + value);
        } else if (value >= Byte.MIN_VALUE && value <= Byte.MAX_VALUE) {
            return new IntInsnNode(Opcodes.BIPUSH, value);
        } else if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
            return new IntInsnNode(Opcodes.SIPUSH, value);
        }
        return new LdcInsnNode(value);
    }

    /** Loads what is in a variable, or the marks of a value. */
    void load(InsnList code, int variable) {
        all(code, variable);
    }

    /** Loads the union of the marks of variables and values. */
    void all(InsnList code, int... variables) {
        stack.load(code, stack.places(variables));
    }

    void store(InsnList code, int variable) {
        if (shadow.isValue(variable)) {
            stack.store(code, variable - shadow.value(0));
        } else {
            stack.save(code, variable);
            code.add(new VarInsnNode(Opcodes.ASTORE, variable));
        }
    }

    /** Keeps the object no longer alive that a variable of fex has: the garbage collector takes it for one of the program. */
    static void forget(InsnList code, int variable) {
        code.add(new InsnNode(Opcodes.ACONST_NULL));
        code.add(new VarInsnNode(Opcodes.ASTORE, variable));
    }

    void union(InsnList code) {
        code.add(ShadowStack.union());
    }

    void taint(InsnList code, String name, String descriptor) {
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, ShadowCode.TAINT, name, descriptor, false));
    }

    /** Adds the mark of a field in which the program keeps something to the marks of its value; nothing if the number is negative. */
    void state(InsnList code, int state) {
        if (state >= 0) {
            code.add(integer(state));
            taint(code, "state", "(" + MARKS + "I)" + MARKS);
        }
    }

    /** Writes what makes an input of the value on the stack. */
    void replace(InsnList code, String prefix, String between, String descriptor) {
        Type type = Type.getType(descriptor);
        boolean isObject = type.getSort() >= Type.ARRAY;
        String of =
                switch (type.getSort()) {
                    case Type.LONG, Type.FLOAT, Type.DOUBLE -> descriptor;
                    case Type.ARRAY, Type.OBJECT -> "Ljava/lang/Object;";
                    default -> "I";
                };
        String what = isObject ? "object" : "number";
        String name = prefix.isEmpty() ? what : prefix + Character.toUpperCase(what.charAt(0)) + what.substring(1);
        taint(code, name, "(" + of + between + "I)" + of);
        if (isObject && !descriptor.equals("Ljava/lang/Object;")) {
            code.add(new TypeInsnNode(Opcodes.CHECKCAST, type.getInternalName()));
        }
    }

    /** Adds the marks of what a call has read of what surrounds the test, which are none of its own if the test has set that, to a variable. */
    void read(InsnList code, int which, int input, int variable) {
        code.add(integer(which));
        code.add(integer(input));
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, SURROUNDINGS, "read", "(II)" + MARKS, false));
        load(code, variable);
        union(code);
        store(code, variable);
    }

    /** Adds the marks of a variable to those of another one. */
    void add(InsnList code, int variable, int more) {
        all(code, variable, more);
        store(code, variable);
    }

    /** What the method of the flow is called that is about an argument. */
    static String numbered(String name, int argument) {
        return argument < FEW ? name + NUMBERS.get(argument) : name;
    }

    void loadFlow(InsnList code) {
        load(code, shadow.flow());
    }

    void callFlow(InsnList code, String name, String descriptor) {
        code.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, ShadowFrame.FLOW, name, descriptor, false));
    }

    /** Asks the flow something without arguments. */
    void flow(InsnList code, String name, String descriptor) {
        loadFlow(code);
        callFlow(code, name, descriptor);
    }

    void callOutside(InsnList code, String name, String descriptor) {
        code.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, ShadowFrame.OUTSIDE, name, descriptor, false));
    }

    /** Does to the marks of values on the stack what an instruction does to these that puts them in another order. */
    void permute(InsnList code, int opcode, Frame<BasicValue> frame) {
        int depth = frame.getStackSize();
        int top = depth - 1;
        boolean isWide = depth > 0 && frame.getStack(top).getSize() == 2;
        boolean isSecondWide = depth > 1 && frame.getStack(top - 1).getSize() == 2;
        boolean isThirdWide = depth > 2 && frame.getStack(top - 2).getSize() == 2;
        switch (opcode) {
            case Opcodes.DUP -> stack.arrange(code, depth, List.of(top));
            case Opcodes.DUP_X1 -> stack.arrange(code, top - 1, List.of(top, top - 1, top));
            case Opcodes.DUP_X2 -> {
                if (isSecondWide) {
                    stack.arrange(code, top - 1, List.of(top, top - 1, top));
                } else {
                    stack.arrange(code, top - 2, List.of(top, top - 2, top - 1, top));
                }
            }
            case Opcodes.DUP2 -> {
                if (isWide) {
                    stack.arrange(code, depth, List.of(top));
                } else {
                    stack.arrange(code, depth, List.of(top - 1, top));
                }
            }
            case Opcodes.DUP2_X1 -> {
                if (isWide) {
                    stack.arrange(code, top - 1, List.of(top, top - 1, top));
                } else {
                    stack.arrange(code, top - 2, List.of(top - 1, top, top - 2, top - 1, top));
                }
            }
            case Opcodes.DUP2_X2 -> {
                if (isWide && isSecondWide) {
                    stack.arrange(code, top - 1, List.of(top, top - 1, top));
                } else if (isWide) {
                    stack.arrange(code, top - 2, List.of(top, top - 2, top - 1, top));
                } else if (isThirdWide) {
                    stack.arrange(code, top - 2, List.of(top - 1, top, top - 2, top - 1, top));
                } else {
                    stack.arrange(code, top - 3, List.of(top - 1, top, top - 3, top - 2, top - 1, top));
                }
            }
            case Opcodes.SWAP -> stack.arrange(code, top - 1, List.of(top, top - 1));
            default -> {
                // Values that are dropped leave marks behind that nobody reads.
            }
        }
    }
}
