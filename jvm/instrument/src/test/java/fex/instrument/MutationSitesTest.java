package fex.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fex.runtime.Mutant;
import fex.runtime.Probe;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import mutated.Instructions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Where mutants are, how they are numbered and chosen, and what classes get for them. */
class MutationSitesTest {
    private static Mutated mutated;

    @BeforeAll
    static void load() throws IOException, ReflectiveOperationException {
        mutated = new Mutated();
    }

    @BeforeEach
    void begin() {
        Mutated.declare(mutated.plans);
    }

    @AfterEach
    void reset() {
        Probe.replace(-1, 0);
    }

    @Test
    void sitesThatRanAreTold() throws Exception {
        int first = 0;
        for (int id = 0; id < mutated.idOf("twoWays"); id++) {
            first += mutated.plans.get(id).sites().size();
        }
        MethodPlan plan = mutated.plans.get(mutated.idOf("twoWays"));
        List<Integer> places = plan.sites().stream().map(MutationSite::place).toList();
        // a, > 0, a, 1, +, return; a, 1, -, return: all instructions can do something else.
        assertEquals(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9), places);
        // The class is initialised by the first call, which runs sites as well.
        Mutated.call(mutated.changed, "twoWays", 1);
        Mutant.met();
        Mutated.call(mutated.changed, "twoWays", 1);
        int from = first;
        assertArrayEquals(new int[] {from, from + 1, from + 2, from + 3, from + 4, from + 5}, Mutant.met());
        assertArrayEquals(new int[0], Mutant.met(), "they are forgotten");
        mutated.mutated("twoWays", Opcodes.IFLE, Mutator.ALWAYS, 1);
        assertArrayEquals(new int[] {from, from + 1, from + 6, from + 7, from + 8, from + 9}, Mutant.met());
    }

    @Test
    void bodiesComeBeforeMutants() throws Exception {
        String owner = "mutated/Instructions";
        List<List<Step>> bodies = List.of(List.of(new Step.Constant(70)), List.of(new Step.Constant(80)));
        // a, b, + and the return of the result.
        List<MutationSite> sites = List.of(
                new MutationSite(3, List.of(Mutator.NEGATED)),
                new MutationSite(2, List.of(Mutator.SECOND, Mutator.OPPOSITE)),
                new MutationSite(0, List.of()));
        List<MutationSite> ofMul = List.of(new MutationSite(2, List.of(Mutator.FIRST)));
        List<MethodPlan> all = List.of(
                new MethodPlan(owner, "addI", "(II)I", bodies, sites),
                new MethodPlan(owner, "subI", "(II)I", bodies, List.of()),
                new MethodPlan(owner, "mulI", "(II)I", List.of(), ofMul));
        Mutated.declare(all);
        Instrumenter instrumenter = new Instrumenter(Passes.guard(all, List.of(), List.of()));
        Class<?> type = Loading.of(instrumenter::instrument, Mutated.TYPES).loadClass(Instructions.class.getName());
        int[] results = {70, 80, -9, 2, 5};
        for (int number = 0; number < results.length; number++) {
            Probe.replace(0, number);
            assertEquals(results[number], Mutated.call(type, "addI", 7, 2));
            assertEquals(5, Mutated.call(type, "subI", 7, 2), "another method");
            assertEquals(14, Mutated.call(type, "mulI", 7, 2), "another method");
        }
        Probe.replace(1, 1);
        assertEquals(80, Mutated.call(type, "subI", 7, 2));
        assertEquals(9, Mutated.call(type, "addI", 7, 2), "the mutant of before is not chosen any more");
        Probe.replace(2, 0);
        assertEquals(7, Mutated.call(type, "mulI", 7, 2));
        Mutant.met();
        Probe.replace(-1, 0);
        assertEquals(14, Mutated.call(type, "mulI", 7, 2));
        assertArrayEquals(new int[] {3}, Mutant.met(), "sites are numbered over all methods");
        assertEquals(9, Mutated.call(type, "addI", 7, 2));
        assertArrayEquals(new int[] {0, 1, 2}, Mutant.met());
        Probe.reached();
        Mutated.call(type, "mulI", 7, 2);
        assertArrayEquals(new int[] {2}, Probe.reached().methods(), "a method without bodies is counted");
    }

    @Test
    void nothingIsDoneBeforeThereIsAnObject() throws Exception {
        MethodPlan plan = mutated.plans.stream()
                .filter(each -> each.owner().endsWith("$Built") && each.name().equals("<init>"))
                .findFirst()
                .orElseThrow();
        ClassNode node = new ClassNode();
        new ClassReader(Loading.bytes(Instructions.Built.class)).accept(node, 0);
        List<AbstractInsnNode> code = Everywhere.instructions(node.methods.get(0));
        Class<?> built = mutated.changed.getClassLoader().loadClass(Instructions.Built.class.getName());
        int first = mutated.plans.stream().limit(mutated.plans.indexOf(plan)).mapToInt(each -> each.sites().size()).sum();
        Mutant.met();
        built.getConstructor(int.class).newInstance(3);
        // The parameter, the constant and the sum.
        int[] met = Arrays.stream(Mutant.met()).filter(site -> site >= first).toArray();
        int last = first + plan.sites().size() - 1;
        assertArrayEquals(new int[] {last - 2, last - 1, last}, met);
        Set<List<Object>> objects = new LinkedHashSet<>();
        for (MutationSite site : plan.sites()) {
            for (Mutator mutator : site.mutators()) {
                Probe.replace(mutated.plans.indexOf(plan), Mutated.numberOf(plan, site.place(), mutator));
                Object made = built.getConstructor(int.class).newInstance(3);
                Object given = built.getField("given").get(made);
                assertEquals(6, given, code.get(site.place()).getOpcode() + " " + mutator);
                objects.add(List.of(given, built.getField("own").get(made)));
            }
        }
        // The number is 3, and 4, -3, 0 and 1; the constant 20, and 21, -20, 0 and 1; the sum their difference, or either of them.
        List<Integer> owns = objects.stream().map(each -> (Integer) each.get(1)).sorted().toList();
        assertEquals(List.of(-17, 3, 4, 17, 20, 21, 23, 24), owns.stream().distinct().toList());
    }

    @Test
    void whatNoInstructionCanDoIsRefused() throws IOException {
        byte[] bytes = Loading.bytes(Instructions.class);
        for (MutationSite site : List.of(
                new MutationSite(2, List.of(Mutator.ALWAYS)),
                new MutationSite(0, List.of(Mutator.OPPOSITE)),
                new MutationSite(4, List.of(Mutator.ZERO)))) {
            List<MethodPlan> wrong =
                    List.of(new MethodPlan("mutated/Instructions", "addI", "(II)I", List.of(), List.of(site)));
            Instrumenter instrumenter = new Instrumenter(Passes.guard(wrong, List.of(), List.of()));
            assertThrows(IllegalStateException.class, () -> instrumenter.instrument(bytes), site::toString);
        }
    }

    /** They name no class that may be missing: whoever asks the class for its methods has those loaded that they name. */
    @Test
    void addedMethodsArePrivateAndSyntheticAndNameNoOtherClasses() {
        List<String> names = Arrays.stream(mutated.original.getDeclaredMethods()).map(Method::getName).toList();
        int added = 0;
        for (Method method : mutated.changed.getDeclaredMethods()) {
            if (!names.contains(method.getName())) {
                assertTrue(method.isSynthetic() && Modifier.isPrivate(method.getModifiers()), method::toString);
                assertFalse(method.toGenericString().split("fex[$]")[1].contains("mutated."), method::toString);
                assertFalse(method.getReturnType().getName().contains("mutated."), method::toString);
                added++;
            }
        }
        assertTrue(added > 0);
        assertNotNull(Mutated.method(mutated.changed, "addI"));
    }

    /** The call of a clock is made by an added method, and is replaced there. */
    @Test
    void otherPassesSeeTheCallsOfAddedMethods() throws IOException {
        List<Pass> passes = new ArrayList<>(Passes.guard(mutated.plans, List.of(), List.of()));
        passes.add(Clocks.ofPrograms());
        byte[] bytes = new Instrumenter(passes).instrument(Loading.bytes(Instructions.class));
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        List<String> callers = new ArrayList<>();
        for (MethodNode method : node.methods) {
            for (AbstractInsnNode each : method.instructions) {
                if (each instanceof MethodInsnNode call && call.name.equals("nanoTime")) {
                    assertFalse(call.owner.startsWith("java/"), method.name);
                    callers.add(method.name);
                }
            }
        }
        assertEquals(1, callers.size());
        assertTrue(callers.get(0).startsWith("fex$removes$"), callers::toString);
    }

    /** Code of old versions has no frames, and their interfaces can have no further methods. */
    @Test
    void oldClassesAndInterfacesCanBeChanged() throws ReflectiveOperationException {
        Loading loading = new Loading(getClass().getClassLoader());
        List<MethodPlan> all = new ArrayList<>();
        Map<String, byte[]> classes = Map.of("Old", old(false), "OldInterface", old(true));
        classes.values().forEach(bytes -> all.addAll(Everywhere.plans(bytes)));
        Mutated.declare(all);
        Instrumenter instrumenter = new Instrumenter(Passes.guard(all, List.of(), List.of()));
        classes.forEach((name, bytes) -> loading.add(name, instrumenter.instrument(bytes)));
        assertEquals(5, Class.forName("OldInterface", true, loading).getField("SIZE").get(null));
        Class<?> type = Class.forName("Old", true, loading);
        assertEquals(5, type.getField("SIZE").get(null));
        assertEquals(8, Mutated.call(type, "size", -7));
        assertEquals(6, Mutated.call(type, "size", 7));
        int id = 0;
        while (!all.get(id).name().equals("size")) {
            id++;
        }
        // Instruction 1 is the jump, and 7 the call.
        Probe.replace(id, Mutated.numberOf(all.get(id), 1, Mutator.ALWAYS));
        assertEquals(8, Mutated.call(type, "size", 7));
        Probe.replace(id, Mutated.numberOf(all.get(id), 7, Mutator.REMOVED));
        assertEquals(1, Mutated.call(type, "size", -7));
    }

    /** A class or interface of Java 1.4: SIZE = Math.abs(-5), and size(a) is a - 1 if a > 0 and Math.abs(a) + 1 otherwise. */
    private static byte[] old(boolean isInterface) {
        ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        int access = Opcodes.ACC_PUBLIC | (isInterface ? Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT : 0);
        String name = isInterface ? "OldInterface" : "Old";
        type.visit(Opcodes.V1_4, access, name, null, "java/lang/Object", null);
        int field = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
        type.visitField(field, "SIZE", "I", null, null).visitEnd();
        MethodVisitor first = type.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
        first.visitCode();
        first.visitIntInsn(Opcodes.BIPUSH, -5);
        first.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "abs", "(I)I", false);
        first.visitFieldInsn(Opcodes.PUTSTATIC, name, "SIZE", "I");
        first.visitInsn(Opcodes.RETURN);
        first.visitMaxs(0, 0);
        first.visitEnd();
        if (!isInterface) {
            int visible = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
            MethodVisitor size = type.visitMethod(visible, "size", "(I)I", null, null);
            Label otherwise = new Label();
            size.visitCode();
            size.visitVarInsn(Opcodes.ILOAD, 0);
            size.visitJumpInsn(Opcodes.IFLE, otherwise);
            size.visitVarInsn(Opcodes.ILOAD, 0);
            size.visitInsn(Opcodes.ICONST_1);
            size.visitInsn(Opcodes.ISUB);
            size.visitInsn(Opcodes.IRETURN);
            size.visitLabel(otherwise);
            size.visitVarInsn(Opcodes.ILOAD, 0);
            size.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "abs", "(I)I", false);
            size.visitInsn(Opcodes.ICONST_1);
            size.visitInsn(Opcodes.IADD);
            size.visitInsn(Opcodes.IRETURN);
            size.visitMaxs(0, 0);
            size.visitEnd();
        }
        type.visitEnd();
        return type.toByteArray();
    }
}
