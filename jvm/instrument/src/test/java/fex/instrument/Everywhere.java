package fex.instrument;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** All that the instructions of classes can do instead, by the table of the instructions. */
final class Everywhere {
    private Everywhere() {}

    /** The methods of a class with all their sites, and with no replacement bodies. */
    static List<MethodPlan> plans(byte[] bytes) {
        ClassNode type = new ClassNode();
        new ClassReader(bytes).accept(type, 0);
        List<MethodPlan> plans = new ArrayList<>();
        for (MethodNode method : type.methods) {
            plans.add(new MethodPlan(type.name, method.name, method.desc, List.of(), sites(method)));
        }
        return plans;
    }

    /** The instructions of a method, as they are numbered. */
    static List<AbstractInsnNode> instructions(MethodNode method) {
        List<AbstractInsnNode> all = new ArrayList<>();
        method.instructions.forEach(all::add);
        // Labels, lines and frames are no instructions.
        all.removeIf(node -> node.getOpcode() < 0);
        return all;
    }

    private static List<MutationSite> sites(MethodNode method) {
        List<AbstractInsnNode> all = instructions(method);
        List<MutationSite> sites = new ArrayList<>();
        for (int place = 0; place < all.size(); place++) {
            List<Mutator> mutators = of(all.get(place));
            if (!mutators.isEmpty()) {
                sites.add(new MutationSite(place, mutators));
            }
        }
        return sites;
    }

    private static List<Mutator> of(AbstractInsnNode node) {
        List<Mutator> ofValues = List.of(Mutator.INCREMENTED, Mutator.NEGATED, Mutator.ZERO, Mutator.ONE);
        return switch (node.getOpcode()) {
            case Opcodes.IFEQ, Opcodes.IFNE, Opcodes.IF_ICMPEQ, Opcodes.IF_ICMPNE -> List.of(Mutator.ALWAYS, Mutator.NEVER);
            case Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE, Opcodes.IFNULL, Opcodes.IFNONNULL -> List.of(
                    Mutator.ALWAYS, Mutator.NEVER);
            case Opcodes.IFLT, Opcodes.IFLE, Opcodes.IFGT, Opcodes.IFGE -> List.of(
                    Mutator.ALWAYS, Mutator.NEVER, Mutator.BOUNDARY);
            case Opcodes.IF_ICMPLT, Opcodes.IF_ICMPLE, Opcodes.IF_ICMPGT, Opcodes.IF_ICMPGE -> List.of(
                    Mutator.ALWAYS, Mutator.NEVER, Mutator.BOUNDARY);
            case Opcodes.LSHL, Opcodes.LSHR, Opcodes.LUSHR -> List.of(Mutator.OPPOSITE, Mutator.FIRST);
            case Opcodes.INEG, Opcodes.LNEG, Opcodes.FNEG, Opcodes.DNEG -> List.of(Mutator.FIRST);
            case Opcodes.IADD, Opcodes.LADD, Opcodes.FADD, Opcodes.DADD -> operation();
            case Opcodes.ISUB, Opcodes.LSUB, Opcodes.FSUB, Opcodes.DSUB -> operation();
            case Opcodes.IMUL, Opcodes.LMUL, Opcodes.FMUL, Opcodes.DMUL -> operation();
            case Opcodes.IDIV, Opcodes.LDIV, Opcodes.FDIV, Opcodes.DDIV -> operation();
            case Opcodes.IREM, Opcodes.LREM, Opcodes.FREM, Opcodes.DREM -> operation();
            case Opcodes.ISHL, Opcodes.ISHR, Opcodes.IUSHR -> operation();
            case Opcodes.IAND, Opcodes.LAND, Opcodes.IOR, Opcodes.LOR, Opcodes.IXOR, Opcodes.LXOR -> operation();
            case Opcodes.IINC -> List.of(Mutator.REMOVED, Mutator.NEGATED);
            case Opcodes.ILOAD, Opcodes.LLOAD, Opcodes.FLOAD, Opcodes.DLOAD -> ofValues;
            case Opcodes.ICONST_M1, Opcodes.ICONST_0, Opcodes.ICONST_1, Opcodes.ICONST_2 -> ofValues;
            case Opcodes.ICONST_3, Opcodes.ICONST_4, Opcodes.ICONST_5, Opcodes.BIPUSH, Opcodes.SIPUSH -> ofValues;
            case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> ofValues;
            case Opcodes.FCONST_0, Opcodes.FCONST_1, Opcodes.FCONST_2 -> ofValues;
            case Opcodes.LDC -> ((LdcInsnNode) node).cst instanceof Number ? ofValues : List.of();
            case Opcodes.GETFIELD, Opcodes.GETSTATIC -> ((FieldInsnNode) node).desc.length() == 1 ? ofValues : List.of();
            case Opcodes.IALOAD, Opcodes.LALOAD, Opcodes.FALOAD, Opcodes.DALOAD -> ofValues;
            case Opcodes.BALOAD, Opcodes.CALOAD, Opcodes.SALOAD -> ofValues;
            case Opcodes.IRETURN, Opcodes.LRETURN, Opcodes.FRETURN, Opcodes.DRETURN -> ofValues;
            case Opcodes.ARETURN -> List.of(Mutator.ZERO);
            case Opcodes.TABLESWITCH, Opcodes.LOOKUPSWITCH -> List.of(Mutator.INCREMENTED);
            case Opcodes.INVOKEVIRTUAL, Opcodes.INVOKEINTERFACE, Opcodes.INVOKESTATIC -> List.of(Mutator.REMOVED);
            default -> List.of();
        };
    }

    private static List<Mutator> operation() {
        return List.of(Mutator.OPPOSITE, Mutator.FIRST, Mutator.SECOND);
    }
}
