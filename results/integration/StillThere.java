import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Does by hand what the tests of the authors did, and says for each fault what is thrown now, and where. */
public final class StillThere {
    private static final String CLOSURE = "com.google.javascript.";
    private static final String JSTYPE = CLOSURE + "rhino.jstype.";
    private static final String HEAD = CLOSURE + "rhino.head.";
    private static final String ODE = "org.apache.commons.math.ode.";
    private static final String ASM = "org.mockito.asm.";

    /** What one of their tests did. */
    private interface Act {
        void run() throws Throwable;
    }

    public static void main(String[] arguments) throws Throwable {
        Map<String, Act> acts = new TreeMap<>();
        acts.put("ST10", () -> {
            Object zone = call("org.joda.time.DateTimeZone", "forOffsetMillis", -1839);
            call("org.joda.time.chrono.GJChronology", "getInstance", zone, 10800000L, 175);
        });
        acts.put("ST17", () -> {
            Object instruction = make(ASM + "tree.IntInsnNode", 119, -4156);
            on(make(ASM + "tree.analysis.SimpleVerifier"), "unaryOperation", instruction, null);
        });
        acts.put("ST18", () -> {
            String[] names = {"<init>", "name"};
            Object classWriter = make(ASM + "ClassWriter", 30);
            Object writer = make(ASM + "MethodWriter", classWriter, 1, "()V", "()V", "()V", names, true, true);
            on(writer, "visitMaxs", -3, 1516);
        });
        acts.put("ST24", () -> {
            Object integrator = make(ODE + "GraggBulirschStoerIntegrator", 0.4, 1230.0, 0.4, 0.4);
            on(integrator, "addSwitchingFunction", null, -1230.9, -519.5, 12);
            integrate(integrator, 4927.0, new double[0], -651.4, new double[0]);
        });
        acts.put("ST25", () -> {
            Object integrator = make(ODE + "GraggBulirschStoerIntegrator", 0.0, 0.0, new double[0], new double[0]);
            integrate(integrator, 1671.6, new double[0], 0.0, null);
        });
        acts.put("ST29", () -> {
            Object number = make(JSTYPE + "NumberType", (Object) null);
            Object union = make(JSTYPE + "UnionType", null, new ArrayList<>(Arrays.asList(number, number)));
            on(union, "getTypesUnderInequality", union);
        });
        acts.put("ST30", () -> {
            Object registry = make(JSTYPE + "JSTypeRegistry", (Object) null);
            Object union = make(JSTYPE + "UnionType", registry, new ArrayList<>());
            on(union, "equals", make(JSTYPE + "TemplatizedType", registry, null, null));
        });
        acts.put("ST32", () -> {
            Object builder = make(CLOSURE + "rhino.JSDocInfoBuilder", true);
            on(builder, "markAnnotation", "m", 4, 1130);
            on(builder, "markName", null, make(JSTYPE + "SimpleSourceFile", "name", true), 1130, 1048576);
        });
        acts.put("ST33", () -> {
            Object builder = make(CLOSURE + "rhino.JSDocInfoBuilder", false);
            Object expression = make(CLOSURE + "rhino.JSTypeExpression", null, "^");
            on(builder, "recordImplementedInterface", expression);
            on(builder, "recordImplementedInterface", expression);
        });
        acts.put("ST34", () -> {
            Object builder = make(CLOSURE + "rhino.JSDocInfoBuilder", true);
            on(builder, "recordTemplateTypeNames", (Object) null);
        });
        acts.put("ST35", () -> {
            Object expression = make(CLOSURE + "rhino.JSTypeExpression", null, "In(");
            on(make(CLOSURE + "rhino.JSDocInfoBuilder", true), "recordThrowDescription", expression, "words");
        });
        acts.put("ST36", () -> {
            Object top = make(HEAD + "TopLevel");
            call(HEAD + "FunctionObject", "convertArg", null, top, top, 4);
        });
        acts.put("ST37", () -> {
            Object function = make(HEAD + "IdFunctionObject", make(HEAD + "NativeContinuation"), "Gup", -15, 2);
            on(make(HEAD + "NativeArray", 2060L), "getOwnPropertyDescriptor", null, function);
        });
        acts.put("ST38", () -> {
            Object array = make(HEAD + "NativeArray", (Object) new Object[1]);
            on(array, "getOwnPropertyDescriptor", null, make(HEAD + "NativeJavaClass"));
        });
        acts.put("ST39", () -> {
            Object array = make(HEAD + "NativeArray", 3L);
            on(array, "getOwnPropertyDescriptor", null, array);
        });
        acts.put("ST41", () -> on(make(HEAD + "NativeArray", 84L), "initPrototypeId", 13));
        acts.put("ST42", () -> on(make(HEAD + "IRFactory"), "transform", make(HEAD + "ast.Name", 65536, 65536)));
        acts.put("ST45", () -> {
            Object nodes = Array.newInstance(type(CLOSURE + "rhino.Node"), 5);
            call(CLOSURE + "jscomp.NodeUtil", "newCallNode", make(CLOSURE + "rhino.Node", 2120, -1527, -1527), nodes);
        });
        acts.put("ST46", () -> {
            Object of = make(HEAD + "NativeJavaClass");
            call(HEAD + "ScriptRuntime", "setObjectIndex", of, 0.0, of, null);
        });
        acts.put("ST47", () -> {
            Object of = make(HEAD + "NativeJavaObject");
            call(HEAD + "ScriptRuntime", "setObjectIndex", of, -69.5, of, null);
        });
        acts.put("ST49", () -> call(HEAD + "ScriptRuntime", "setObjectElem", null, null, true, null));
        acts.put("ST50", () -> call(HEAD + "ScriptRuntime", "getObjectIndex", make(HEAD + "NativeJavaClass"), 0.0, null));
        acts.put("ST51", () -> on(make(HEAD + "NativeArray", 1431655764L), "getOwnPropertyDescriptor", null, (short) 588));
        acts.forEach((name, act) -> System.out.println(name + " " + told(act)));
    }

    /** Integrates equations without dimensions. */
    private static void integrate(Object integrator, Object... more) throws Throwable {
        Class<?> equations = type(ODE + "FirstOrderDifferentialEquations");
        Object none = Proxy.newProxyInstance(
                equations.getClassLoader(),
                new Class<?>[] {equations},
                (proxy, method, given) -> method.getReturnType() == int.class ? 0 : null);
        List<Object> given = new ArrayList<>(List.of(none));
        Collections.addAll(given, more);
        on(integrator, "integrate", given.toArray());
    }

    private static String told(Act act) {
        try {
            act.run();
            return "nothing is thrown";
        } catch (ClassNotFoundException | NoSuchMethodException gone) {
            return "gone: " + gone.getMessage();
        } catch (Throwable thrown) {
            StackTraceElement[] frames = thrown.getStackTrace();
            List<String> of = Arrays.stream(frames)
                    .map(Object::toString)
                    .filter(frame -> !frame.startsWith("java") && !frame.startsWith("StillThere"))
                    .limit(3)
                    .toList();
            return thrown.getClass().getName() + " in " + of;
        }
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(name);
    }

    private static boolean fits(Class<?>[] types, Object[] given) {
        boolean fits = types.length == given.length;
        for (int at = 0; fits && at < given.length; at++) {
            fits = given[at] == null ? !types[at].isPrimitive() : boxed(types[at]).isInstance(given[at]);
        }
        return fits;
    }

    private static Class<?> boxed(Class<?> type) {
        return type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0).getClass() : type;
    }

    private static Object make(String name, Object... given) throws Throwable {
        for (Constructor<?> one : type(name).getDeclaredConstructors()) {
            if (fits(one.getParameterTypes(), given)) {
                one.setAccessible(true);
                return thrown(() -> one.newInstance(given));
            }
        }
        throw new NoSuchMethodException(name + Arrays.toString(given));
    }

    private static Object call(String name, String method, Object... given) throws Throwable {
        return invoke(type(name), null, method, given);
    }

    private static Object on(Object object, String method, Object... given) throws Throwable {
        return invoke(object.getClass(), object, method, given);
    }

    private static Object invoke(Class<?> first, Object object, String method, Object... given) throws Throwable {
        for (Class<?> of = first; of != null; of = of.getSuperclass()) {
            for (Method one : of.getDeclaredMethods()) {
                if (one.getName().equals(method) && fits(one.getParameterTypes(), given)) {
                    one.setAccessible(true);
                    return thrown(() -> one.invoke(object, given));
                }
            }
        }
        throw new NoSuchMethodException(first.getName() + "." + method);
    }

    private interface Made {
        Object make() throws Exception;
    }

    private static Object thrown(Made made) throws Throwable {
        try {
            return made.make();
        } catch (InvocationTargetException of) {
            throw of.getCause();
        }
    }
}
