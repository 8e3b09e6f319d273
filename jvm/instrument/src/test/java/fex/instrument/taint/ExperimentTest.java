package fex.instrument.taint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fex.runtime.taint.Taint;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import machines.CollectionMachine;
import org.junit.jupiter.api.Test;

/**
 * Marks are compared with experiments: where a result is another one because one input is, the input has to be among the marks of the
 * result. Nothing of propagation takes part in that.
 */
class ExperimentTest {
    private static final int RUNS = 1000;

    /** Loads a machine marked, as a class of tests. */
    private static final class Marked extends ClassLoader {
        private final Marking marking = new Marking(Set.of(CollectionMachine.class.getName().replace('.', '/')), Set.of(), Set.of(), false);

        Marked() {
            super(ExperimentTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("machines.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known == null ? marked(name) : known;
        }

        private Class<?> marked(String name) throws ClassNotFoundException {
            try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] marked = marking.mark(file.readAllBytes(), this, (method, why) -> {
                    throw new IllegalStateException(method + ": " + why);
                });
                return defineClass(name, marked, 0, marked.length);
            } catch (IOException problem) {
                throw new ClassNotFoundException(name, problem);
            }
        }
    }

    /** What a run has checked, and which inputs its check has looked at. */
    private record Ran(String seen, List<Taint.Given> inputs) {
        Set<String> looked() {
            return inputs.stream().filter(Taint.Given::isChecked).map(one -> one.place().key()).collect(Collectors.toSet());
        }
    }

    private static Ran run(Class<?> machine, Map<String, Integer> changes) throws ReflectiveOperationException {
        Taint.change(changes);
        Taint.begin("run");
        machine.getMethod("run").invoke(machine.getConstructor().newInstance());
        return new Ran(RandomSteps.seen(), Taint.take().inputs());
    }

    @Test
    void an_input_that_changes_what_is_checked_has_left_its_mark_there() throws ReflectiveOperationException {
        Class<?> machine = new Marked().loadClass(CollectionMachine.class.getName());
        List<String> missed = new ArrayList<>();
        int looked = 0;
        int changing = 0;
        for (int seed = 0; seed < RUNS; seed++) {
            RandomSteps.draw(seed, 5 + seed % 16);
            Ran plain = run(machine, Map.of());
            Set<String> marks = plain.looked();
            looked += marks.size();
            for (Taint.Given input : plain.inputs()) {
                String key = input.place().key();
                boolean changes = false;
                for (int other = 0; other < 2; other++) {
                    changes |= !run(machine, Map.of(key, other)).seen().equals(plain.seen());
                }
                changing += changes ? 1 : 0;
                if (changes && !marks.contains(key)) {
                    missed.add(seed + ": " + input.value() + " in line " + input.place().line() + ": " + plain.seen());
                }
            }
        }
        assertEquals(List.of(), missed);
        // Who takes everything for marked misses nothing, either.
        assertTrue(looked < 2 * changing, looked + " looked at, " + changing + " that change something");
    }
}
