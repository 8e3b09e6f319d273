package fex.instrument.taint;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * What the branches of a condition may change, whichever is taken: that something keeps its value hangs on the condition as well.
 *
 * <p>That is known of variables, of fields of the object whose method it is, and of objects of the JDK that are in variables or in such
 * fields. What methods of programs change that are called there is not known.
 */
final class Untaken {
    /** An object that may be changed. */
    record Changed(int variable, FieldInsnNode field) {}

    /** The variables that are written. */
    final BitSet variables = new BitSet();

    /** The fields of the object whose method it is that are written. */
    final List<FieldInsnNode> fields = new ArrayList<>();

    /** What is in objects that are changed. */
    final List<Changed> objects = new ArrayList<>();

    private final About about;
    private final boolean hasSelf;
    private final Frame<BasicValue>[] frames;

    /** The variables that hold an object before the condition that the branches use. */
    private final BitSet loaded = new BitSet();

    private final Set<String> known = new HashSet<>();

    /**
     * @param all the instructions of the method
     * @param condition the number of the one that decides
     * @param region those over which the condition holds sway
     */
    Untaken(
            About about,
            MethodNode method,
            Frame<BasicValue>[] frames,
            AbstractInsnNode[] all,
            int condition,
            List<Integer> region) {
        this.about = about;
        this.frames = frames;
        hasSelf = (method.access & Opcodes.ACC_STATIC) == 0
                && (!method.name.equals("<init>") || isBegun(frames, all, condition));
        for (int at : region) {
            if (frames[at] != null) {
                if (all[at] instanceof IincInsnNode increment) {
                    variables.set(increment.var);
                } else if (all[at] instanceof VarInsnNode variable && variable.getOpcode() >= Opcodes.ISTORE) {
                    variables.set(variable.var);
                } else if (all[at].getOpcode() == Opcodes.ALOAD) {
                    loaded.set(((VarInsnNode) all[at]).var);
                }
            }
        }
        loaded.andNot(variables);
        if (method.name.equals("<init>") && !hasSelf) {
            loaded.clear(0);
        }
        for (int at : region) {
            if (frames[at] != null && all[at] instanceof FieldInsnNode field && field.getOpcode() == Opcodes.PUTFIELD) {
                field(at, field);
            } else if (frames[at] != null && all[at] instanceof MethodInsnNode call && !call.name.equals("<init>")) {
                call(at, call);
            }
        }
    }

    /** Whether a constructor has called another one for certain before it comes to an instruction. */
    private static boolean isBegun(Frame<BasicValue>[] frames, AbstractInsnNode[] all, int end) {
        for (int at = 0; at < end; at++) {
            if (all[at] instanceof JumpInsnNode) {
                return false;
            } else if (all[at] instanceof MethodInsnNode call && call.name.equals("<init>") && frames[at] != null) {
                int below = Type.getArgumentTypes(call.desc).length + 1;
                BasicValue called = frames[at].getStack(frames[at].getStackSize() - below);
                if (called instanceof Origins.Known origin && origin.variable == 0 && origin.field == null) {
                    return true;
                }
            }
        }
        return false;
    }

    private void field(int at, FieldInsnNode field) {
        boolean isOwn = hasSelf
                && value(at, 2) instanceof Origins.Known origin
                && origin.field == null
                && origin.variable == 0
                && loaded.get(0);
        Shapes.Member member = isOwn ? about.shapes().field(field.owner, field.name, field.desc) : null;
        if (member != null && ShadowFields.has(member) && known.add(field.owner + "." + field.name)) {
            fields.add(field);
        }
    }

    private void call(int at, MethodInsnNode call) {
        Type[] types = Type.getArgumentTypes(call.desc);
        boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
        boolean isJdk = !Programs.has(call.owner);
        int effects = isJdk ? Effects.of(call.getOpcode(), call.owner, call.name, call.desc) : -1;
        int object = 0;
        if (!isStatic) {
            if (isJdk && (effects & 1) != 0) {
                changed(at, types.length + 1);
            }
            object++;
        }
        for (int number = 0; number < types.length; number++) {
            if (types[number].getSort() >= Type.ARRAY) {
                boolean isOfJdk = types[number].getDescriptor().startsWith("Ljava/");
                if ((effects & 1 << Math.min(object, 23)) != 0 && (isJdk || isOfJdk)) {
                    changed(at, types.length - number);
                }
                object++;
            }
        }
    }

    private void changed(int at, int below) {
        // Nothing but the object whose method it is can be asked for a field without a look at whether it is there.
        boolean isKnown = value(at, below) instanceof Origins.Known origin
                && loaded.get(origin.variable)
                && (origin.field == null || hasSelf);
        if (isKnown) {
            Origins.Known origin = (Origins.Known) value(at, below);
            String name = origin.variable + (origin.field == null ? "" : "." + origin.field.owner + "." + origin.field.name);
            if (known.add(name)) {
                objects.add(new Changed(origin.variable, origin.field));
            }
        }
    }

    /** A value on the stack before an instruction: 1 for the one on top. */
    private BasicValue value(int at, int below) {
        int size = frames[at].getStackSize();
        return below <= size ? frames[at].getStack(size - below) : null;
    }
}
