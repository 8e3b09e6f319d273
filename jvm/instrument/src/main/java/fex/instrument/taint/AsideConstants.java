package fex.instrument.taint;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Constants that a method loads and does not work on: those of variables that nothing reads, as the compiler puts the constant of a final
 * variable where it is used; truth values of a variable that holds no others, which says whether something was reached; and the parts of a
 * text that is put together as {@code "a" + x} was before Java 9, which later are in no code.
 */
final class AsideConstants {
    private final AbstractInsnNode[] all;
    private final Frame<SourceValue>[] frames;

    /** The values that are read of each variable that is stored somewhere, each by what has stored it. */
    private final Map<AbstractInsnNode, Set<AbstractInsnNode>> storedBeside = new HashMap<>();

    /** The calls of builders of texts, by what puts the builder onto the stack. */
    private final Map<AbstractInsnNode, MethodInsnNode> builders = new HashMap<>();

    private final Map<AbstractInsnNode, Integer> places = new HashMap<>();

    AsideConstants(AbstractInsnNode[] all, Frame<SourceValue>[] frames) {
        this.all = all;
        this.frames = frames;
        for (int at = 0; at < all.length; at++) {
            places.put(all[at], at);
            if (frames[at] != null) {
                read(all[at], frames[at]);
            }
        }
    }

    private void read(AbstractInsnNode node, Frame<SourceValue> frame) {
        boolean loads = node.getOpcode() >= Opcodes.ILOAD && node.getOpcode() <= Opcodes.ALOAD;
        if (loads || node instanceof IincInsnNode) {
            int variable = loads ? ((VarInsnNode) node).var : ((IincInsnNode) node).var;
            Set<AbstractInsnNode> stores = frame.getLocal(variable).insns;
            stores.forEach(store -> storedBeside.computeIfAbsent(store, any -> new HashSet<>()).addAll(stores));
        } else if (node instanceof MethodInsnNode call) {
            AbstractInsnNode receiver = receiver(call, frame);
            if (receiver != null) {
                builders.put(receiver, call);
            }
        }
    }

    /** What puts the builder of a text onto the stack on which a method is called; {@code null} for any other call. */
    private static AbstractInsnNode receiver(MethodInsnNode call, Frame<SourceValue> frame) {
        boolean isOfBuilder = call.owner.equals("java/lang/StringBuilder") || call.owner.equals("java/lang/StringBuffer");
        boolean adds = call.name.equals("append") && Type.getArgumentTypes(call.desc).length == 1;
        if (!isOfBuilder || !adds && !call.name.equals("toString")) {
            return null;
        }
        Set<AbstractInsnNode> sources = frame.getStack(frame.getStackSize() - (adds ? 2 : 1)).insns;
        return sources.size() == 1 ? sources.iterator().next() : null;
    }

    /** Those among the constants of the method; of a truth value, a test tells. */
    Set<AbstractInsnNode> among(Predicate<AbstractInsnNode> isTruth) {
        Set<AbstractInsnNode> aside = new HashSet<>();
        for (AbstractInsnNode node : all) {
            if (node.getOpcode() >= 0 && TestCode.isConstant(node) && isAside(node, isTruth)) {
                aside.add(node);
            }
        }
        return aside;
    }

    private boolean isAside(AbstractInsnNode node, Predicate<AbstractInsnNode> isTruth) {
        AbstractInsnNode next = TestCode.skip(node.getNext(), true);
        if (next == null || frames[places.get(next)] == null) {
            return false;
        } else if (next.getOpcode() >= Opcodes.ISTORE && next.getOpcode() <= Opcodes.ASTORE) {
            Set<AbstractInsnNode> beside = storedBeside.getOrDefault(next, Set.of());
            return beside.isEmpty() || beside.size() > 1 && beside.stream().allMatch(store -> storesTruth(store, isTruth));
        }
        return next instanceof MethodInsnNode call && isPart(call);
    }

    private static boolean storesTruth(AbstractInsnNode store, Predicate<AbstractInsnNode> isTruth) {
        AbstractInsnNode stored = store.getOpcode() == Opcodes.ISTORE ? TestCode.skip(store.getPrevious(), false) : null;
        return stored != null && TestCode.isConstant(stored) && isTruth.test(stored);
    }

    /** Whether a call adds to a text that an expression puts together: no variable has the builder. */
    private boolean isPart(MethodInsnNode added) {
        AbstractInsnNode from = receiver(added, frames[places.get(added)]);
        while (from instanceof MethodInsnNode call) {
            from = receiver(call, frames[places.get(call)]);
        }
        MethodInsnNode to = added;
        while (to != null && to.name.equals("append")) {
            to = builders.get(to);
        }
        return from != null && from.getOpcode() == Opcodes.DUP && to != null;
    }
}
