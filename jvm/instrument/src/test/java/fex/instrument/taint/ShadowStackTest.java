package fex.instrument.taint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.VarInsnNode;

class ShadowStackTest {
    private static final int OWN = 4;
    private static final int DEPTH = 6;

    private final ShadowFrame frame = new ShadowFrame(OWN, DEPTH, 2);
    private final ShadowStack stack = new ShadowStack(frame);
    private final InsnList code = new InsnList();

    private List<String> written() {
        List<String> all = new ArrayList<>();
        for (AbstractInsnNode node : code) {
            String name =
                    switch (node.getOpcode()) {
                        case Opcodes.ACONST_NULL -> "none";
                        case Opcodes.ALOAD -> "load ";
                        case Opcodes.ASTORE -> "store ";
                        default -> "union";
                    };
            all.add(node instanceof VarInsnNode variable ? name + place(variable.var) : name);
        }
        return all;
    }

    private String place(int variable) {
        return frame.isValue(variable) ? "value " + (variable - frame.value(0)) : "variable " + (variable - frame.variable(0));
    }

    private void load(int... values) {
        int[] variables = new int[values.length];
        for (int at = 0; at < values.length; at++) {
            variables[at] = frame.value(values[at]);
        }
        stack.load(code, stack.places(variables));
    }

    @Test
    void what_variables_and_constants_put_onto_the_stack_needs_no_code() {
        stack.copy(0, frame.variable(2));
        stack.none(1);
        stack.join(code, 0, 1);
        assertEquals(List.of(), written());
        load(0);
        load(1);
        assertEquals(List.of("load variable 2", "none"), written());
    }

    @Test
    void a_variable_is_joined_once() {
        stack.copy(0, frame.variable(1));
        stack.copy(1, frame.variable(2));
        stack.copy(2, frame.variable(1));
        load(0, 1, 2);
        assertEquals(List.of("load variable 1", "load variable 2", "union"), written());
    }

    @Test
    void what_is_in_a_variable_is_kept_for_values_before_it_is_written() {
        stack.copy(0, frame.variable(1));
        stack.copy(1, frame.variable(2));
        stack.save(code, frame.variable(1));
        load(0);
        load(1);
        assertEquals(List.of("load variable 1", "store value 0", "load value 0", "load variable 2"), written());
    }

    @Test
    void values_that_change_places_are_all_loaded_before_one_is_stored() {
        stack.begin(2);
        stack.arrange(code, 0, List.of(1, 0));
        assertEquals(List.of(), written());
        stack.flush(code, 2);
        assertEquals(List.of("load value 1", "load value 0", "store value 1", "store value 0"), written());
    }

    @Test
    void values_that_nobody_looks_at_any_more_are_not_kept() {
        stack.copy(0, frame.variable(1));
        stack.drop(0);
        stack.save(code, frame.variable(1));
        stack.flush(code, 0);
        assertEquals(List.of(), written());
    }

    /** Runs code on sets of numbers. */
    private static final class Machine {
        private final Map<Integer, Set<Integer>> variables = new HashMap<>();
        private final Deque<Set<Integer>> operands = new ArrayDeque<>();

        void run(InsnList code) {
            for (AbstractInsnNode node : code) {
                switch (node.getOpcode()) {
                    case Opcodes.ACONST_NULL -> operands.push(Set.of());
                    case Opcodes.ALOAD -> operands.push(variables.get(((VarInsnNode) node).var));
                    case Opcodes.ASTORE -> variables.put(((VarInsnNode) node).var, operands.pop());
                    default -> operands.push(union(operands.pop(), operands.pop()));
                }
            }
            code.clear();
        }
    }

    private static Set<Integer> union(Set<Integer> one, Set<Integer> other) {
        Set<Integer> all = new TreeSet<>(one);
        all.addAll(other);
        return all;
    }

    /** Random instructions, beside a stack whose values are given their marks by each of them. */
    @Test
    void values_have_the_marks_that_they_would_have_if_they_were_given_them_at_once() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            Machine machine = new Machine();
            List<Set<Integer>> values = new ArrayList<>();
            stack.begin(0);
            for (int variable = 0; variable < OWN; variable++) {
                machine.variables.put(frame.variable(variable), Set.of(variable));
            }
            for (int step = 0; step < 60; step++) {
                int variable = frame.variable(random.nextInt(OWN));
                int top = values.size() - 1;
                int kind = random.nextInt(7);
                if (kind == 0 && top + 1 < DEPTH) {
                    stack.copy(top + 1, variable);
                    values.add(machine.variables.get(variable));
                } else if (kind == 1 && top + 1 < DEPTH) {
                    stack.none(top + 1);
                    values.add(Set.of());
                } else if (kind == 2 && top > 0) {
                    stack.join(code, top - 1, top);
                    values.set(top - 1, union(values.get(top - 1), values.remove(top)));
                } else if (kind == 3 && top > 0 && top + 1 < DEPTH) {
                    stack.arrange(code, top - 1, List.of(top, top - 1, top));
                    values.addAll(top - 1, List.of(values.get(top)));
                } else if (kind == 4) {
                    machine.operands.push(Set.of(100 + step));
                    stack.save(code, variable);
                    code.add(new VarInsnNode(Opcodes.ASTORE, variable));
                } else if (kind == 5 && top >= 0) {
                    machine.operands.push(Set.of(100 + step));
                    stack.store(code, top);
                    values.set(top, Set.of(100 + step));
                } else if (kind == 6) {
                    stack.flush(code, values.size());
                }
                machine.run(code);
                stack.drop(values.size());
                for (int value = 0; value < values.size(); value++) {
                    load(value);
                    machine.run(code);
                    assertEquals(values.get(value), new TreeSet<>(machine.operands.pop()), "seed " + seed + ", step " + step);
                }
                assertEquals(0, machine.operands.size());
            }
        }
    }
}
