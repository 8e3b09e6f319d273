package fex.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fex.runtime.BranchProbe;
import fex.runtime.Probe;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntBiFunction;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Which branches are taken, and that nothing else comes of it. */
class BranchProbesTest {
    /** Decisions of all kinds, also in a constructor before there is an object, and around exceptions. */
    public static class Judge extends ArrayList<Object> implements ToIntBiFunction<Integer, String> {
        private static final long serialVersionUID = 1L;
        private final Object held;

        public Judge() {
            this(System.nanoTime() > 0 ? 3 : 4);
        }

        private Judge(int size) {
            super(size > 3 ? 1 : 2);
            held = size == 3 ? "held" : null;
        }

        @Override
        public int applyAsInt(Integer boxed, String text) {
            int number = boxed;
            int points = number > 3 ? 1 : 0;
            points += number == 0 || number < -5 ? 2 : 0;
            points += held != null ? 4 : 0;
            points += held == this ? 8 : 0;
            long wide = number;
            points += wide <= 10L ? 16 : 0;
            double real = number / 0.0;
            points += real >= 0 && real == real ? 32 : 0;
            float part = number;
            points += part < 0.5f ? 64 : 0;
            points += text.equals("hit") || text.startsWith("h") ? 128 : 0;
            switch (number) {
                case 1, 2 -> points += 256;
                case 700 -> points += 512;
                default -> points += 1024;
            }
            switch (number) {
                default:
                    points++;
            }
            for (int turn = 0; turn < number && turn < 3; turn++) {
                points += 2048;
            }
            try {
                points += half(number);
            } catch (IllegalArgumentException odd) {
                points += odd.getMessage().length() > 2 ? 8192 : 1;
            } finally {
                points++;
            }
            return points;
        }

        private int half(int number) {
            if (number % 2 != 0) {
                throw new IllegalArgumentException("odd");
            }
            return number / 2;
        }
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        try (InputStream in = type.getClassLoader().getResourceAsStream(type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    /** The methods of a class with their decisions, whose branches are numbered one after the other. */
    private static List<BranchProbe.Method> methods(byte[] bytes) {
        List<BranchProbe.Method> methods = new ArrayList<>();
        int[] next = {0};
        ClassReader reader = new ClassReader(bytes);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        List<BranchProbe.Decision> decisions = new ArrayList<>();
                        List<BranchProbe.CallSite> calls = new ArrayList<>();
                        methods.add(new BranchProbe.Method(reader.getClassName(), name, descriptor, decisions, calls));
                        return new MethodVisitor(Opcodes.ASM9) {
                            private int count;

                            @Override
                            public void visitMethodInsn(
                                    int opcode, String owner, String callee, String of, boolean isInterface) {
                                if (callee.equals("half")) {
                                    calls.add(new BranchProbe.CallSite(count, 0));
                                }
                                count++;
                            }

                            @Override
                            public void visitJumpInsn(int opcode, Label label) {
                                if (opcode != Opcodes.GOTO) {
                                    decide(List.of());
                                }
                            }

                            @Override
                            public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
                                List<Integer> all = new ArrayList<>();
                                for (int key : keys) {
                                    all.add(key);
                                }
                                decide(all);
                            }

                            private void decide(List<Integer> keys) {
                                List<Integer> branches = new ArrayList<>();
                                for (int way = 0; way < Math.max(2, keys.size() + 1); way++) {
                                    branches.add(next[0]++);
                                }
                                decisions.add(new BranchProbe.Decision(keys, branches));
                            }
                        };
                    }
                },
                0);
        return methods;
    }

    private static ToIntBiFunction<Integer, String> loaded(boolean isChanged, boolean remembers) throws Exception {
        return loaded(isChanged, remembers, List.of());
    }

    @SuppressWarnings("unchecked")
    private static ToIntBiFunction<Integer, String> loaded(boolean isChanged, boolean remembers, List<Pass> further)
            throws Exception {
        String name = Judge.class.getName();
        byte[] bytes = bytes(Judge.class);
        List<BranchProbe.Method> methods = methods(bytes);
        BranchProbe.begin(methods, List.of(), remembers);
        List<Pass> passes = new ArrayList<>(Passes.branches(methods, remembers, type -> true));
        passes.addAll(further);
        byte[] changed = isChanged ? new Instrumenter(passes).instrument(bytes) : bytes;
        ClassLoader loader = new ClassLoader(Judge.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                return wanted.equals(name) ? defineClass(wanted, changed, 0, changed.length) : super.loadClass(wanted, resolve);
            }
        };
        return (ToIntBiFunction<Integer, String>) loader.loadClass(name).getConstructor().newInstance();
    }

    @Test
    void theMethodComputesTheSame() throws Exception {
        for (boolean remembers : new boolean[] {false, true}) {
            ToIntBiFunction<Integer, String> original = loaded(false, remembers);
            ToIntBiFunction<Integer, String> changed = loaded(true, remembers);
            for (int number : new int[] {-7, -1, 0, 1, 2, 3, 4, 10, 11, 700}) {
                for (String text : new String[] {"", "hit", "hut", "a"}) {
                    assertEquals(original.applyAsInt(number, text), changed.applyAsInt(number, text), number + text);
                }
            }
        }
    }

    /** Each execution of a decision takes one of its branches, so that of a method that runs once without loops one of each is taken. */
    @Test
    void eachDecisionTakesOneBranch() throws Exception {
        ToIntBiFunction<Integer, String> judge = loaded(true, false);
        BranchProbe.take();
        judge.applyAsInt(700, "a");
        int[] once = BranchProbe.take().branches();
        judge.applyAsInt(700, "a");
        assertArrayEquals(once, BranchProbe.take().branches());
        judge.applyAsInt(-7, "hit");
        int[] other = BranchProbe.take().branches();
        assertTrue(other.length > 0 && once.length > 0);
        assertEquals(0, BranchProbe.take().branches().length);
    }

    /** What has paused does not resume where the stack overflows meanwhile; the next test is told of all the same. */
    @Test
    void whateverATestHasPausedTheNextOneIsToldOf() throws Exception {
        ToIntBiFunction<Integer, String> judge = loaded(true, false);
        BranchProbe.take();
        judge.applyAsInt(700, "a");
        int[] usual = BranchProbe.take().branches();
        BranchProbe.pause();
        judge.applyAsInt(700, "a");
        assertEquals(0, BranchProbe.take().branches().length);
        judge.applyAsInt(700, "a");
        assertArrayEquals(usual, BranchProbe.take().branches());
    }

    /** How far 5 is from being greater than 3 is nothing, and how far 1 is, 3: korel's 3 - 1 and one more, and normalised 3 / 4. */
    @Test
    void whatIsNotTakenIsSoFarAway() throws Exception {
        ToIntBiFunction<Integer, String> judge = loaded(true, true);
        BranchProbe.take();
        judge.applyAsInt(1, "a");
        List<Integer> distances =
                BranchProbe.take().missed().stream().map(BranchProbe.Missed::distance).toList();
        assertTrue(distances.contains(750_000_000), distances.toString());
    }

    /** What mutants add to a method is none of its jumps and calls. */
    @Test
    void mutantsLeaveBranchesAndCallsAsTheyAre() throws Exception {
        List<MethodPlan> plans = Everywhere.plans(bytes(Judge.class));
        Probe.makeRoom(plans.size(), 0);
        Passes.declareMutants(plans);
        Told[] told = new Told[2];
        for (int round = 0; round < told.length; round++) {
            List<Pass> further = round == 0 ? List.of() : Passes.guard(plans, List.of(), List.of());
            ToIntBiFunction<Integer, String> judge = loaded(true, false, further);
            List<List<Integer>> all = new ArrayList<>();
            List<Integer> calls = new ArrayList<>();
            for (int number : new int[] {-7, -1, 0, 1, 2, 3, 4, 10, 11, 700}) {
                BranchProbe.take();
                judge.applyAsInt(number, "hut");
                BranchProbe.Taken taken = BranchProbe.take();
                all.add(Arrays.stream(taken.branches()).boxed().toList());
                calls.add(taken.sites().length);
            }
            told[round] = new Told(all, calls);
        }
        assertEquals(told[0], told[1]);
        assertTrue(told[1].calls().stream().allMatch(count -> count == 1), told[1].toString());
    }

    /** The branches of some runs, and how many call sites each called. */
    private record Told(List<List<Integer>> branches, List<Integer> calls) {}
}
