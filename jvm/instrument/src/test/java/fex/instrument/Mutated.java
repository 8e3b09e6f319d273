package fex.instrument;

import fex.runtime.Probe;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import mutated.Instructions;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** {@link Instructions} as they are, and with all mutants at once. */
final class Mutated {
    static final Class<?>[] TYPES = {
        Instructions.class,
        Instructions.Callee.class,
        Instructions.Called.class,
        Instructions.Base.class,
        Instructions.Built.class,
    };

    final List<MethodPlan> plans = new ArrayList<>();

    /** The instructions of the methods by their names. */
    final Map<String, List<AbstractInsnNode>> codes = new HashMap<>();

    final Class<?> original;
    final Class<?> changed;

    /** What was tried: an instruction and what it does instead. */
    final Set<String> tried = new TreeSet<>();

    Mutated() throws IOException, ReflectiveOperationException {
        for (Class<?> type : TYPES) {
            plans.addAll(Everywhere.plans(Loading.bytes(type)));
        }
        ClassNode node = new ClassNode();
        new ClassReader(Loading.bytes(Instructions.class)).accept(node, 0);
        for (MethodNode method : node.methods) {
            codes.put(method.name, Everywhere.instructions(method));
        }
        Instrumenter instrumenter = new Instrumenter(Passes.guard(plans, List.of(), List.of()));
        changed = Loading.of(instrumenter::instrument, TYPES).loadClass(Instructions.class.getName());
        original = Loading.of(bytes -> bytes, TYPES).loadClass(Instructions.class.getName());
    }

    /** Has the runtime know methods and their mutants. */
    static void declare(List<MethodPlan> of) {
        Probe.makeRoom(of.size(), 0);
        Passes.declareMutants(of);
    }

    static Method method(Class<?> type, String name) {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                return method;
            }
        }
        throw new IllegalArgumentException(name);
    }

    /** What a method gives, or the exception that it throws. */
    static Object call(Class<?> type, String name, Object... arguments) throws ReflectiveOperationException {
        Method method = method(type, name);
        Object on = Modifier.isStatic(method.getModifiers()) ? null : type.getConstructor().newInstance();
        try {
            return method.invoke(on, arguments);
        } catch (InvocationTargetException thrown) {
            return thrown.getCause().toString();
        }
    }

    int idOf(String method) {
        for (int id = 0; id < plans.size(); id++) {
            if (plans.get(id).name().equals(method) && plans.get(id).owner().equals("mutated/Instructions")) {
                return id;
            }
        }
        throw new IllegalArgumentException(method);
    }

    /** The number that a mutant has in its method, at a place. */
    static int numberOf(MethodPlan plan, int place, Mutator mutator) {
        int number = plan.replacements().size();
        for (MutationSite site : plan.sites()) {
            for (Mutator other : site.mutators()) {
                if (site.place() == place && other == mutator) {
                    return number;
                }
                number++;
            }
        }
        throw new IllegalArgumentException("no " + mutator + " at " + place);
    }

    /** What a method gives in which the first instruction with an opcode does something else. */
    Object mutated(String name, int opcode, Mutator mutator, Object... arguments)
            throws ReflectiveOperationException {
        int place = 0;
        while (codes.get(name).get(place).getOpcode() != opcode) {
            place++;
        }
        int id = idOf(name);
        Probe.replace(id, numberOf(plans.get(id), place, mutator));
        tried.add(opcode + " " + mutator);
        try {
            return call(changed, name, arguments);
        } finally {
            Probe.replace(-1, 0);
        }
    }
}
