package fex.instrument.taint;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Which instructions of a method it hangs on conditions to run, by post-dominators, as section 3.3 of the paper has it: a condition holds
 * sway from where it is decided up to its immediate post-dominator. What catches exceptions is decided where they are thrown, and counts
 * as a condition at its beginning.
 */
final class Dependence {
    /** More conditions are not told apart. */
    static final int MOST = 200;

    private final InsnList code;

    /** For each block, where it begins; in ascending order. */
    private final int[] starts;

    private final int[] blockOf;
    private final List<List<Integer>> after = new ArrayList<>();

    /** For each block, the immediate post-dominator; the number of blocks is the end of the method. */
    private final int[] closest;

    /** The number of the condition that an instruction is. */
    private final Map<Integer, Integer> conditions = new HashMap<>();

    /** The number of the condition that the beginning of a handler is. */
    private final Map<Integer, Integer> handlers = new HashMap<>();

    /** For each block, the conditions that hold sway there. */
    private final BitSet[] swaying;

    /** For each block, the conditions that end where it begins. */
    private final BitSet[] ending;

    /** The blocks that may run several times. */
    private final BitSet repeated = new BitSet();

    /** The conditions that such blocks decide. */
    private final BitSet recurring = new BitSet();

    /** The blocks after which the method may return. */
    private final BitSet returning = new BitSet();

    Dependence(MethodNode method) {
        code = method.instructions;
        int size = code.size();
        TreeSet<Integer> leaders = new TreeSet<>(List.of(0));
        for (int at = 0; at < size; at++) {
            AbstractInsnNode instruction = code.get(at);
            for (LabelNode target : targets(instruction)) {
                leaders.add(code.indexOf(target));
            }
            boolean isEnd = instruction instanceof JumpInsnNode || ends(instruction);
            if (isEnd && at + 1 < size) {
                leaders.add(at + 1);
            }
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            for (LabelNode label : List.of(block.start, block.end, block.handler)) {
                leaders.add(code.indexOf(label));
            }
        }
        leaders.removeIf(leader -> leader >= size);
        starts = leaders.stream().mapToInt(leader -> leader).toArray();
        blockOf = new int[size];
        for (int block = 0; block < starts.length; block++) {
            Arrays.fill(blockOf, starts[block], endOf(block), block);
        }
        for (int block = 0; block < starts.length; block++) {
            after.add(new ArrayList<>());
            addNormal(block);
        }
        for (TryCatchBlockNode block : method.tryCatchBlocks) {
            addExceptional(code.indexOf(block.start), code.indexOf(block.end), blockOf[code.indexOf(block.handler)]);
        }
        findRepeated(method);
        closest = postDominators();
        swaying = new BitSet[starts.length];
        ending = new BitSet[starts.length];
        Arrays.setAll(swaying, block -> new BitSet());
        Arrays.setAll(ending, block -> new BitSet());
        number(method);
        findReturning();
    }

    /** A block that comes after itself is between the ends of a way back, as blocks are in the code one after the other. */
    private void findRepeated(MethodNode method) {
        for (int block = 0; block < starts.length; block++) {
            for (int next : after.get(block)) {
                if (next <= block) {
                    repeated.set(next, block + 1);
                }
            }
        }
        for (TryCatchBlockNode caught : method.tryCatchBlocks) {
            int handler = blockOf[code.indexOf(caught.handler)];
            int last = blockOf[code.indexOf(caught.end) - 1];
            if (handler <= last) {
                repeated.set(handler, last + 1);
            }
        }
    }

    /** Whether an instruction may run several times in one run of the method. */
    boolean isRepeated(int instruction) {
        return repeated.get(blockOf[instruction]);
    }

    /** Whether a condition may be decided several times in one run of the method. */
    boolean recurs(int condition) {
        return recurring.get(condition);
    }

    private void findReturning() {
        for (int before = -1; before < returning.cardinality(); ) {
            before = returning.cardinality();
            for (int block = starts.length - 1; block >= 0; block--) {
                int opcode = last(block).getOpcode();
                if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN || after.get(block).stream().anyMatch(returning::get)) {
                    returning.set(block);
                }
            }
        }
    }

    /** Whether it hangs on a condition that code is reached after which the method throws something for certain. */
    boolean mayFail(int condition) {
        for (int block = 0; block < starts.length; block++) {
            if (swaying[block].get(condition) && !returning.get(block)) {
                return true;
            }
        }
        return false;
    }

    private int endOf(int block) {
        return block + 1 < starts.length ? starts[block + 1] : blockOf.length;
    }

    /** Where an instruction may jump to. */
    static List<LabelNode> targets(AbstractInsnNode instruction) {
        List<LabelNode> targets = new ArrayList<>();
        if (instruction instanceof JumpInsnNode jump) {
            targets.add(jump.label);
        } else if (instruction instanceof TableSwitchInsnNode table) {
            targets.addAll(table.labels);
            targets.add(table.dflt);
        } else if (instruction instanceof LookupSwitchInsnNode table) {
            targets.addAll(table.labels);
            targets.add(table.dflt);
        }
        return targets;
    }

    /** Whether no instruction follows another one by itself. */
    static boolean ends(AbstractInsnNode instruction) {
        int opcode = instruction.getOpcode();
        return opcode == Opcodes.GOTO
                || opcode == Opcodes.ATHROW
                || opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN
                || opcode == Opcodes.TABLESWITCH
                || opcode == Opcodes.LOOKUPSWITCH;
    }

    private AbstractInsnNode last(int block) {
        return code.get(endOf(block) - 1);
    }

    private void add(int from, int to) {
        if (!after.get(from).contains(to)) {
            after.get(from).add(to);
        }
    }

    private void addNormal(int block) {
        AbstractInsnNode last = last(block);
        targets(last).forEach(label -> add(block, blockOf[code.indexOf(label)]));
        if (!ends(last)) {
            add(block, block + 1 < starts.length ? block + 1 : starts.length);
        } else if (targets(last).isEmpty()) {
            add(block, starts.length);
        }
    }

    private void addExceptional(int start, int end, int handler) {
        for (int at = start; at < end; at++) {
            if (mayThrow(code.get(at).getOpcode())) {
                add(blockOf[at], handler);
            }
        }
    }

    /** Whether an instruction may throw something that programs reckon with. */
    private static boolean mayThrow(int opcode) {
        return opcode >= Opcodes.INVOKEVIRTUAL && opcode <= Opcodes.INVOKEDYNAMIC
                || opcode == Opcodes.ATHROW
                || opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD
                || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE
                || opcode == Opcodes.IDIV
                || opcode == Opcodes.LDIV
                || opcode == Opcodes.IREM
                || opcode == Opcodes.LREM
                || opcode == Opcodes.GETFIELD
                || opcode == Opcodes.PUTFIELD
                || opcode == Opcodes.ARRAYLENGTH
                || opcode == Opcodes.CHECKCAST
                || opcode == Opcodes.ANEWARRAY
                || opcode == Opcodes.NEWARRAY
                || opcode == Opcodes.MULTIANEWARRAY;
    }

    /** By Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm", on the reversed graph. */
    private int[] postDominators() {
        int end = starts.length;
        List<List<Integer>> before = new ArrayList<>();
        for (int block = 0; block <= end; block++) {
            before.add(new ArrayList<>());
        }
        for (int block = 0; block < end; block++) {
            for (int next : after.get(block)) {
                before.get(next).add(block);
            }
        }
        // In postorder of the reversed graph.
        int[] number = new int[end + 1];
        Arrays.fill(number, -1);
        List<Integer> order = new ArrayList<>();
        Deque<int[]> stack = new ArrayDeque<>();
        boolean[] seen = new boolean[end + 1];
        stack.push(new int[] {end, 0});
        seen[end] = true;
        while (!stack.isEmpty()) {
            int[] top = stack.peek();
            List<Integer> next = before.get(top[0]);
            if (top[1] < next.size()) {
                int block = next.get(top[1]++);
                if (!seen[block]) {
                    seen[block] = true;
                    stack.push(new int[] {block, 0});
                }
            } else {
                number[top[0]] = order.size();
                order.add(top[0]);
                stack.pop();
            }
        }
        int[] closest = new int[end + 1];
        Arrays.fill(closest, -1);
        closest[end] = end;
        for (boolean changes = true; changes; ) {
            changes = false;
            for (int at = order.size() - 2; at >= 0; at--) {
                int block = order.get(at);
                int found = -1;
                for (int next : after.get(block)) {
                    if (closest[next] >= 0) {
                        found = found < 0 ? next : meet(found, next, closest, number);
                    }
                }
                if (found != closest[block]) {
                    closest[block] = found;
                    changes = true;
                }
            }
        }
        // What never comes to the end is followed by nothing for certain.
        for (int block = 0; block < end; block++) {
            closest[block] = closest[block] < 0 ? end : closest[block];
        }
        return closest;
    }

    private static int meet(int one, int other, int[] closest, int[] number) {
        int left = one;
        int right = other;
        while (left != right) {
            while (number[left] < number[right]) {
                left = closest[left];
            }
            while (number[right] < number[left]) {
                right = closest[right];
            }
        }
        return left;
    }

    private void number(MethodNode method) {
        int count = 0;
        for (int block = 0; block < starts.length; block++) {
            AbstractInsnNode last = last(block);
            boolean isCondition = last instanceof JumpInsnNode jump && jump.getOpcode() != Opcodes.GOTO
                    || last.getOpcode() == Opcodes.TABLESWITCH
                    || last.getOpcode() == Opcodes.LOOKUPSWITCH;
            if (isCondition) {
                conditions.put(endOf(block) - 1, count);
                sway(count, targetsOf(block), closest[block]);
                recurring.set(count, repeated.get(block));
                count++;
            }
        }
        Map<Integer, Integer> joins = new HashMap<>();
        for (TryCatchBlockNode caught : method.tryCatchBlocks) {
            int handler = blockOf[code.indexOf(caught.handler)];
            int from = code.indexOf(caught.start);
            for (int block = blockOf[from]; block < starts.length && starts[block] < code.indexOf(caught.end); block++) {
                if (after.get(block).contains(handler)) {
                    int join = common(joins.getOrDefault(handler, handler), block);
                    joins.put(handler, join);
                }
            }
        }
        for (Map.Entry<Integer, Integer> handler : new java.util.TreeMap<>(joins).entrySet()) {
            handlers.put(handler.getKey(), count);
            sway(count, List.of(handler.getKey()), handler.getValue());
            recurring.set(count, repeated.get(handler.getKey()));
            count++;
        }
    }

    private List<Integer> targetsOf(int block) {
        return after.get(block).stream().filter(next -> next < starts.length).toList();
    }

    /** The first block after both of two for certain, on all ways: not one of themselves. */
    private int common(int one, int other) {
        BitSet later = new BitSet();
        for (int at = one; ; at = closest[at]) {
            later.set(at);
            if (at == starts.length) {
                break;
            }
        }
        int at = closest[other];
        while (!later.get(at)) {
            at = closest[at];
        }
        return at;
    }

    private void sway(int condition, List<Integer> first, int end) {
        Deque<Integer> open = new ArrayDeque<>(first);
        while (!open.isEmpty()) {
            int block = open.pop();
            if (block != end && block < starts.length && !swaying[block].get(condition)) {
                swaying[block].set(condition);
                open.addAll(after.get(block));
            }
        }
        if (end < starts.length) {
            ending[end].set(condition);
        }
    }

    /** How many conditions there are. */
    int count() {
        return conditions.size() + handlers.size();
    }

    /** The number of the condition that an instruction is; negative for none. */
    int condition(int instruction) {
        return conditions.getOrDefault(instruction, -1);
    }

    /** The number of the condition that a handler is that begins at an instruction; negative for none. */
    int handler(int instruction) {
        int block = blockOf[instruction];
        return starts[block] == instruction ? handlers.getOrDefault(block, -1) : -1;
    }

    /** The instructions over which a condition holds sway. */
    List<Integer> region(int condition) {
        List<Integer> region = new ArrayList<>();
        for (int block = 0; block < starts.length; block++) {
            if (swaying[block].get(condition)) {
                for (int at = starts[block]; at < endOf(block); at++) {
                    region.add(at);
                }
            }
        }
        return region;
    }

    /** Whether a block begins at an instruction. */
    boolean isStart(int instruction) {
        return starts[blockOf[instruction]] == instruction;
    }

    /** The conditions that end where the block of an instruction begins. */
    BitSet ending(int instruction) {
        return ending[blockOf[instruction]];
    }

    /** The conditions that hold sway over an instruction. */
    BitSet swaying(int instruction) {
        return swaying[blockOf[instruction]];
    }
}
