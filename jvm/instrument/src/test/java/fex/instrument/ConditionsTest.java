package fex.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fex.runtime.Met;
import fex.runtime.Observer;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** What conditions are about, and that nothing else comes of it. */
class ConditionsTest {
    /** Conditions of all kinds. */
    public static class Judge implements IntUnaryOperator {
        private Object held;
        private boolean strict;

        @Override
        public int applyAsInt(int number) {
            int points = 0;
            if (number > 3) {
                points += 1;
            }
            if (number == 0 || !strict) {
                points += 2;
            }
            if (held == null) {
                points += 4;
            }
            long wide = number;
            if (wide < 10L) {
                points += 8;
            }
            double real = number / 0.0;
            if (real >= 0 && real == real) {
                points += 16;
            }
            if (held instanceof String) {
                points += 32;
            }
            return points;
        }
    }

    private static IntUnaryOperator loaded(boolean isChanged) throws IOException, ReflectiveOperationException {
        String name = Judge.class.getName();
        Observer.Point method = new Observer.Point(name.replace('.', '/'), "applyAsInt", "(I)I", 0, 0, "");
        Observer.begin(opened -> {}, List.of(method), Set.of(), false, 8, 100, 100);
        List<Pass> passes = new ArrayList<>(Passes.observe(List.of(method), List.of()));
        passes.addAll(Passes.conditions(List.of(method)));
        byte[] bytes;
        try (InputStream in = Judge.class.getClassLoader().getResourceAsStream(method.type() + ".class")) {
            bytes = in.readAllBytes();
        }
        byte[] changed = isChanged ? new Instrumenter(passes).instrument(bytes) : bytes;
        ClassLoader loader = new ClassLoader(Judge.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                return wanted.equals(name) ? defineClass(wanted, changed, 0, changed.length) : super.loadClass(wanted, resolve);
            }
        };
        return (IntUnaryOperator) loader.loadClass(name).getConstructor().newInstance();
    }

    @Test
    void theMethodComputesTheSame() throws Exception {
        IntUnaryOperator original = loaded(false);
        IntUnaryOperator changed = loaded(true);
        Observer.watch(0, Set.of());
        for (int number : new int[] {-1, 0, 1, 3, 4, 10, 11}) {
            assertEquals(original.applyAsInt(number), changed.applyAsInt(number), () -> "for " + number);
        }
    }

    @Test
    void eachConditionTellsItsOperandsAndHowOftenItHeld() throws Exception {
        IntUnaryOperator judge = loaded(true);
        Observer.watch(0, Set.of());
        judge.applyAsInt(2);
        judge.applyAsInt(5);
        List<String> told = new ArrayList<>();
        for (Met met : Observer.takeConditions()) {
            // Compilers negate conditions as they like: what goes one way does so either way.
            boolean isOneSided = met.holds() == 0 || met.fails() == 0;
            told.add(met.point().what() + (isOneSided ? " always " : " both ") + met.operands());
        }
        assertEquals(
                List.of(
                        " both [2 and 3, 5 and 3]",
                        "number always [2, 5]",
                        "strict always [false]",
                        "held always [null]",
                        " always [2 and 10, 5 and 10]",
                        " always [Infinity and 0.0]",
                        " always [Infinity and Infinity]",
                        "held instanceof String always [false]"),
                told);
    }
}
