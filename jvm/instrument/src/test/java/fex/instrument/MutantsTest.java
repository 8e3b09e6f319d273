package fex.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fex.runtime.Probe;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import mutated.Instructions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Opcodes;

/**
 * What each mutant of each kind of instruction computes, which is what Java says of the source with that change; all mutants are in the
 * class at once.
 */
class MutantsTest {
    /** What numbers there are at borders. */
    private static final Map<Class<?>, List<Object>> EDGES = Map.of(
            boolean.class, List.of(false, true),
            byte.class, List.of((byte) 0, (byte) 1, (byte) -128, (byte) 127),
            char.class, List.of('\0', 'a', '\uffff'),
            short.class, List.of((short) 0, (short) -32_768, (short) 32_767),
            int.class, List.of(0, 1, 2, 3, -1, 7, 31, 33, -1000, 1000, 999, Integer.MIN_VALUE, Integer.MAX_VALUE),
            long.class, List.of(0L, 1L, -1L, 7L, 63L, 65L, -1000L, 1L << 40, Long.MIN_VALUE, Long.MAX_VALUE),
            float.class, List.of(0f, -0f, 1f, -2.5f, 7f, 0.1f, Float.NaN, Float.NEGATIVE_INFINITY, Float.MIN_VALUE, 3e38f),
            double.class, List.of(0.0, -0.0, 1.0, -2.5, 7.0, 0.1, Double.NaN, Double.POSITIVE_INFINITY, 5e-324, 1e308));

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

    private static void same(Object expected, Object got, String what) {
        if (expected instanceof int[] array) {
            assertArrayEquals(array, (int[]) got, what);
        } else {
            assertEquals(expected, got, what);
        }
    }

    @Test
    void withoutAChosenMutantEachMethodComputesTheSame() throws Exception {
        int compared = 0;
        for (Method method : mutated.original.getDeclaredMethods()) {
            List<List<Object>> all = new ArrayList<>();
            all.add(List.of());
            for (Class<?> parameter : method.getParameterTypes()) {
                List<List<Object>> longer = new ArrayList<>();
                for (List<Object> before : all) {
                    List<Object> objects = parameter == Object.class ? Arrays.asList(null, "text", 1) : List.of();
                    for (Object edge : EDGES.getOrDefault(parameter, objects)) {
                        List<Object> extended = new ArrayList<>(before);
                        extended.add(edge);
                        longer.add(extended);
                    }
                }
                all = longer;
            }
            for (List<Object> arguments : all) {
                if (!method.getName().equals("clock")) {
                    Object expected = Mutated.call(mutated.original, method.getName(), arguments.toArray());
                    same(expected, Mutated.call(mutated.changed, method.getName(), arguments.toArray()), method + " " + arguments);
                    compared++;
                }
            }
        }
        assertTrue(compared > 4_000, "compared " + compared);
    }

    private interface Comparison {
        boolean holds(int left, int right);
    }

    /** The compiler jumps to "no" by the opposite comparison; whose boundary is that of the one in the source. */
    private static void jump(String name, int ofZero, int ofPair, Comparison atBoundary) throws Exception {
        for (Object left : EDGES.get(int.class)) {
            assertEquals("no", mutated.mutated(name + "Zero", ofZero, Mutator.ALWAYS, left));
            assertEquals("yes", mutated.mutated(name + "Zero", ofZero, Mutator.NEVER, left));
            if (atBoundary != null) {
                String expected = atBoundary.holds((int) left, 0) ? "yes" : "no";
                assertEquals(expected, mutated.mutated(name + "Zero", ofZero, Mutator.BOUNDARY, left), name + left);
            }
            for (Object right : EDGES.get(int.class)) {
                assertEquals("no", mutated.mutated(name, ofPair, Mutator.ALWAYS, left, right));
                assertEquals("yes", mutated.mutated(name, ofPair, Mutator.NEVER, left, right));
                if (atBoundary != null) {
                    String expected = atBoundary.holds((int) left, (int) right) ? "yes" : "no";
                    assertEquals(expected, mutated.mutated(name, ofPair, Mutator.BOUNDARY, left, right), name + left + right);
                }
            }
        }
    }

    private static void jumps() throws Exception {
        jump("equal", Opcodes.IFNE, Opcodes.IF_ICMPNE, null);
        jump("unequal", Opcodes.IFEQ, Opcodes.IF_ICMPEQ, null);
        jump("less", Opcodes.IFGE, Opcodes.IF_ICMPGE, (left, right) -> left <= right);
        jump("atLeast", Opcodes.IFLT, Opcodes.IF_ICMPLT, (left, right) -> left > right);
        jump("greater", Opcodes.IFLE, Opcodes.IF_ICMPLE, (left, right) -> left >= right);
        jump("atMost", Opcodes.IFGT, Opcodes.IF_ICMPGT, (left, right) -> left < right);
        for (Object left : new Object[] {null, "text"}) {
            assertEquals("no", mutated.mutated("isNull", Opcodes.IFNONNULL, Mutator.ALWAYS, left));
            assertEquals("yes", mutated.mutated("isNull", Opcodes.IFNONNULL, Mutator.NEVER, left));
            assertEquals("no", mutated.mutated("isNotNull", Opcodes.IFNULL, Mutator.ALWAYS, left));
            assertEquals("yes", mutated.mutated("isNotNull", Opcodes.IFNULL, Mutator.NEVER, left));
            for (Object right : new Object[] {null, "text", 1}) {
                assertEquals("no", mutated.mutated("same", Opcodes.IF_ACMPNE, Mutator.ALWAYS, left, right));
                assertEquals("yes", mutated.mutated("same", Opcodes.IF_ACMPNE, Mutator.NEVER, left, right));
                assertEquals("no", mutated.mutated("different", Opcodes.IF_ACMPEQ, Mutator.ALWAYS, left, right));
                assertEquals("yes", mutated.mutated("different", Opcodes.IF_ACMPEQ, Mutator.NEVER, left, right));
            }
        }
    }

    /** What an operation gives, or the text of the exception. */
    private static Object computed(BiFunction<Object, Object, Object> operation, Object left, Object right) {
        try {
            return operation.apply(left, right);
        } catch (ArithmeticException thrown) {
            return thrown.toString();
        }
    }

    private static void operation(
            String name, int opcode, Class<?> of, Class<?> second, BiFunction<Object, Object, Object> opposite)
            throws Exception {
        for (Object left : EDGES.get(of)) {
            for (Object right : EDGES.get(second)) {
                String what = name + " of " + left + " and " + right;
                Object expected = computed(opposite, left, right);
                assertEquals(expected, mutated.mutated(name, opcode, Mutator.OPPOSITE, left, right), what);
                assertEquals(left, mutated.mutated(name, opcode, Mutator.FIRST, left, right), what);
                if (of == second) {
                    assertEquals(right, mutated.mutated(name, opcode, Mutator.SECOND, left, right), what);
                }
            }
        }
    }

    private static void ints(String name, int opcode, IntBinaryOperator opposite) throws Exception {
        operation(name, opcode, int.class, int.class, (left, right) -> opposite.applyAsInt((int) left, (int) right));
    }

    private static void longs(String name, int opcode, LongBinaryOperator opposite) throws Exception {
        operation(name, opcode, long.class, long.class, (left, right) -> opposite.applyAsLong((long) left, (long) right));
    }

    private static void shifts(String name, int opcode, LongBinaryOperator opposite) throws Exception {
        operation(name, opcode, long.class, int.class, (left, right) -> opposite.applyAsLong((long) left, (int) right));
    }

    private interface FloatOperator {
        float apply(float left, float right);
    }

    private static void floats(String name, int opcode, FloatOperator opposite) throws Exception {
        operation(name, opcode, float.class, float.class, (left, right) -> opposite.apply((float) left, (float) right));
    }

    private static void doubles(String name, int opcode, DoubleBinaryOperator opposite) throws Exception {
        operation(
                name,
                opcode,
                double.class,
                double.class,
                (left, right) -> opposite.applyAsDouble((double) left, (double) right));
    }

    private static void operations() throws Exception {
        ints("addI", Opcodes.IADD, (a, b) -> a - b);
        ints("subI", Opcodes.ISUB, (a, b) -> a + b);
        ints("mulI", Opcodes.IMUL, (a, b) -> a / b);
        ints("divI", Opcodes.IDIV, (a, b) -> a * b);
        ints("remI", Opcodes.IREM, (a, b) -> a * b);
        ints("shlI", Opcodes.ISHL, (a, b) -> a >> b);
        ints("shrI", Opcodes.ISHR, (a, b) -> a << b);
        ints("ushrI", Opcodes.IUSHR, (a, b) -> a << b);
        ints("andI", Opcodes.IAND, (a, b) -> a | b);
        ints("orI", Opcodes.IOR, (a, b) -> a & b);
        ints("xorI", Opcodes.IXOR, (a, b) -> a & b);
        longs("addJ", Opcodes.LADD, (a, b) -> a - b);
        longs("subJ", Opcodes.LSUB, (a, b) -> a + b);
        longs("mulJ", Opcodes.LMUL, (a, b) -> a / b);
        longs("divJ", Opcodes.LDIV, (a, b) -> a * b);
        longs("remJ", Opcodes.LREM, (a, b) -> a * b);
        shifts("shlJ", Opcodes.LSHL, (a, b) -> a >> b);
        shifts("shrJ", Opcodes.LSHR, (a, b) -> a << b);
        shifts("ushrJ", Opcodes.LUSHR, (a, b) -> a << b);
        longs("andJ", Opcodes.LAND, (a, b) -> a | b);
        longs("orJ", Opcodes.LOR, (a, b) -> a & b);
        longs("xorJ", Opcodes.LXOR, (a, b) -> a & b);
        floats("addF", Opcodes.FADD, (a, b) -> a - b);
        floats("subF", Opcodes.FSUB, (a, b) -> a + b);
        floats("mulF", Opcodes.FMUL, (a, b) -> a / b);
        floats("divF", Opcodes.FDIV, (a, b) -> a * b);
        floats("remF", Opcodes.FREM, (a, b) -> a * b);
        doubles("addD", Opcodes.DADD, (a, b) -> a - b);
        doubles("subD", Opcodes.DSUB, (a, b) -> a + b);
        doubles("mulD", Opcodes.DMUL, (a, b) -> a / b);
        doubles("divD", Opcodes.DDIV, (a, b) -> a * b);
        doubles("remD", Opcodes.DREM, (a, b) -> a * b);
        assertEquals(7, mutated.mutated("negI", Opcodes.INEG, Mutator.FIRST, 7));
        assertEquals(7L, mutated.mutated("negJ", Opcodes.LNEG, Mutator.FIRST, 7L));
        assertEquals(7f, mutated.mutated("negF", Opcodes.FNEG, Mutator.FIRST, 7f));
        assertEquals(7.0, mutated.mutated("negD", Opcodes.DNEG, Mutator.FIRST, 7.0));
        assertEquals(7, mutated.mutated("increment", Opcodes.IINC, Mutator.REMOVED, 7));
        assertEquals(2, mutated.mutated("increment", Opcodes.IINC, Mutator.NEGATED, 7));
        assertEquals(7, mutated.mutated("incrementFar", Opcodes.IINC, Mutator.REMOVED, 7));
        assertEquals(1007, mutated.mutated("incrementFar", Opcodes.IINC, Mutator.NEGATED, 7));
    }

    /** A method that gives what an instruction has pushed, or is about to return. */
    private static void value(String name, int opcode, Object pushed, Object... arguments) throws Exception {
        List<Object> expected;
        if (pushed instanceof Long number) {
            expected = List.of(number + 1, -number, 0L, 1L);
        } else if (pushed instanceof Float number) {
            expected = List.of(number + 1, -number, 0f, 1f);
        } else if (pushed instanceof Double number) {
            expected = List.of(number + 1, -number, 0.0, 1.0);
        } else {
            int number = (int) pushed;
            expected = List.of(number + 1, -number, 0, 1);
        }
        valueGives(name, opcode, expected, arguments);
    }

    private static void valueGives(String name, int opcode, List<Object> expected, Object... arguments) throws Exception {
        List<Mutator> mutators = List.of(Mutator.INCREMENTED, Mutator.NEGATED, Mutator.ZERO, Mutator.ONE);
        for (int index = 0; index < mutators.size(); index++) {
            Mutator mutator = mutators.get(index);
            assertEquals(expected.get(index), mutated.mutated(name, opcode, mutator, arguments), name + " " + mutator);
        }
    }

    private static void constants() throws Exception {
        value("intM1", Opcodes.ICONST_M1, -1);
        value("int0", Opcodes.ICONST_0, 0);
        value("int1", Opcodes.ICONST_1, 1);
        value("int2", Opcodes.ICONST_2, 2);
        value("int3", Opcodes.ICONST_3, 3);
        value("int4", Opcodes.ICONST_4, 4);
        value("int5", Opcodes.ICONST_5, 5);
        value("byteI", Opcodes.BIPUSH, -100);
        value("shortI", Opcodes.SIPUSH, 1000);
        value("largeI", Opcodes.LDC, 100_000);
        value("long0", Opcodes.LCONST_0, 0L);
        value("long1", Opcodes.LCONST_1, 1L);
        value("largeJ", Opcodes.LDC, 7L);
        value("float0", Opcodes.FCONST_0, 0f);
        value("float1", Opcodes.FCONST_1, 1f);
        value("float2", Opcodes.FCONST_2, 2f);
        value("largeF", Opcodes.LDC, 2.5f);
        value("double0", Opcodes.DCONST_0, 0.0);
        value("double1", Opcodes.DCONST_1, 1.0);
        value("largeD", Opcodes.LDC, 2.5);
    }

    private static void variables() throws Exception {
        for (Object number : EDGES.get(int.class)) {
            value("loadI", Opcodes.ILOAD, number, number);
            value("loadI", Opcodes.IRETURN, number, number);
        }
        for (Object number : EDGES.get(long.class)) {
            value("loadJ", Opcodes.LLOAD, number, number);
            value("loadJ", Opcodes.LRETURN, number, number);
        }
        for (Object number : EDGES.get(float.class)) {
            value("loadF", Opcodes.FLOAD, number, number);
            value("loadF", Opcodes.FRETURN, number, number);
        }
        for (Object number : EDGES.get(double.class)) {
            value("loadD", Opcodes.DLOAD, number, number);
            value("loadD", Opcodes.DRETURN, number, number);
        }
        // A result has the type of its method.
        valueGives("narrowB", Opcodes.IRETURN, List.of((byte) -128, (byte) -127, (byte) 0, (byte) 1), (byte) 127);
        valueGives("narrowC", Opcodes.IRETURN, List.of('\0', '\1', '\0', '\1'), '\uffff');
        valueGives("narrowS", Opcodes.IRETURN, List.of(Short.MIN_VALUE, (short) -32_767, (short) 0, (short) 1), Short.MAX_VALUE);
        for (boolean truth : new boolean[] {false, true}) {
            assertEquals(false, mutated.mutated("truth", Opcodes.IRETURN, Mutator.ZERO, truth));
            assertEquals(true, mutated.mutated("truth", Opcodes.IRETURN, Mutator.ONE, truth));
        }
        assertEquals(null, mutated.mutated("object", Opcodes.ARETURN, Mutator.ZERO, 5));
        assertEquals(null, mutated.mutated("text", Opcodes.ARETURN, Mutator.ZERO, "text"));
        assertEquals(null, mutated.mutated("array", Opcodes.ARETURN, Mutator.ZERO, new int[1]));
        assertEquals(null, mutated.mutated("ofInterface", Opcodes.ARETURN, Mutator.ZERO, (Runnable) () -> {}));
    }

    private static void fieldsAndElements() throws Exception {
        // What is not 0 is true.
        valueGives("getStaticZ", Opcodes.GETSTATIC, List.of("yes", "yes", "no", "yes"));
        valueGives("getFieldZ", Opcodes.GETFIELD, List.of("yes", "no", "no", "yes"));
        valueGives("elementZ", Opcodes.BALOAD, List.of("yes", "no", "no", "yes"), new boolean[1]);
        value("getStaticB", Opcodes.GETSTATIC, -128);
        value("getStaticC", Opcodes.GETSTATIC, 65_535);
        value("getStaticS", Opcodes.GETSTATIC, 32_767);
        value("getStaticI", Opcodes.GETSTATIC, Integer.MAX_VALUE);
        value("getStaticJ", Opcodes.GETSTATIC, Long.MIN_VALUE);
        value("getStaticF", Opcodes.GETSTATIC, 0.5f);
        value("getStaticD", Opcodes.GETSTATIC, -0.25);
        value("getFieldB", Opcodes.GETFIELD, 127);
        value("getFieldC", Opcodes.GETFIELD, 99);
        value("getFieldS", Opcodes.GETFIELD, -32_768);
        value("getFieldI", Opcodes.GETFIELD, Integer.MIN_VALUE);
        value("getFieldJ", Opcodes.GETFIELD, Long.MAX_VALUE);
        value("getFieldF", Opcodes.GETFIELD, -2.5f);
        value("getFieldD", Opcodes.GETFIELD, 1e300);
        value("elementB", Opcodes.BALOAD, 127, new byte[] {127});
        value("elementC", Opcodes.CALOAD, 98, new char[] {'b'});
        value("elementS", Opcodes.SALOAD, -9, new short[] {-9});
        value("elementI", Opcodes.IALOAD, 8, new int[] {8});
        value("elementJ", Opcodes.LALOAD, -8L, new long[] {-8});
        value("elementF", Opcodes.FALOAD, 1.5f, new float[] {1.5f});
        value("elementD", Opcodes.DALOAD, -1.5, new double[] {-1.5});
    }

    private static void switches() throws Exception {
        List<String> near = List.of("other", "one", "two", "three", "other", "other");
        for (int key = 0; key < 5; key++) {
            assertEquals(near.get(key), Mutated.call(mutated.changed, "near", key));
            assertEquals(near.get(key + 1), mutated.mutated("near", Opcodes.TABLESWITCH, Mutator.INCREMENTED, key));
        }
        assertEquals("one", mutated.mutated("far", Opcodes.LOOKUPSWITCH, Mutator.INCREMENTED, 0));
        assertEquals("other", mutated.mutated("far", Opcodes.LOOKUPSWITCH, Mutator.INCREMENTED, 1));
        assertEquals("thousand", mutated.mutated("far", Opcodes.LOOKUPSWITCH, Mutator.INCREMENTED, 999));
    }

    /** A call that is made and gives something, and that is not made and gives nothing. */
    private static void removed(String callee, int opcode, Object made, Object zero, Object... arguments) throws Exception {
        String caller = "call" + callee.substring(0, 1).toUpperCase() + callee.substring(1);
        List<?> called = (List<?>) mutated.changed.getField("CALLED").get(null);
        called.clear();
        same(made, Mutated.call(mutated.changed, caller, arguments), caller);
        assertEquals(List.of(callee), called);
        called.clear();
        same(zero, mutated.mutated(caller, opcode, Mutator.REMOVED, arguments), caller);
        assertEquals(List.of(), called);
    }

    private static void calls() throws Exception {
        Object on = mutated.changed.getClassLoader().loadClass(Instructions.Called.class.getName()).getConstructor().newInstance();
        removed("nothing", Opcodes.INVOKEVIRTUAL, "done", "done", on);
        removed("isPrivate", Opcodes.INVOKEVIRTUAL, true, false, on, true);
        removed("ofClass", Opcodes.INVOKEVIRTUAL, 'x', '\0', on, 'x');
        removed("itself", Opcodes.INVOKEVIRTUAL, on, null, on);
        removed("statically", Opcodes.INVOKESTATIC, 5L, 0L, 2, 3L);
        removed("array", Opcodes.INVOKESTATIC, new int[2], null, 2);
        removed("ofInterface", Opcodes.INVOKEINTERFACE, 3.5, 0.0, on, 0.5, 3L);
        removed("staticOfInterface", Opcodes.INVOKESTATIC, 2.5f, 0f, 2.5f);
        assertEquals(0, mutated.mutated("callLength", Opcodes.INVOKEVIRTUAL, Mutator.REMOVED, "text"));
        assertEquals(0, mutated.mutated("callLength", Opcodes.INVOKEVIRTUAL, Mutator.REMOVED, (Object) null));
        assertEquals(0L, mutated.mutated("clock", Opcodes.INVOKESTATIC, Mutator.REMOVED));
        // A call of an array's method stays.
        assertArrayEquals(new int[] {4}, (int[]) mutated.mutated("copy", Opcodes.INVOKEVIRTUAL, Mutator.REMOVED, new int[] {4}));
    }

    @Test
    void eachMutantComputesWhatItsSourceWould() throws Exception {
        mutated.tried.clear();
        jumps();
        operations();
        constants();
        variables();
        fieldsAndElements();
        switches();
        calls();
        Set<String> possible = new TreeSet<>();
        for (MethodPlan plan : mutated.plans) {
            if (plan.owner().equals("mutated/Instructions")) {
                for (MutationSite site : plan.sites()) {
                    int opcode = mutated.codes.get(plan.name()).get(site.place()).getOpcode();
                    site.mutators().forEach(mutator -> possible.add(opcode + " " + mutator));
                }
            }
        }
        assertEquals(possible, mutated.tried, "each kind of mutant was tried");
        assertTrue(possible.size() > 250, possible.size() + " kinds");
    }
}
