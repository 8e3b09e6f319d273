package fex.agent;

import com.sun.management.ThreadMXBean;
import fex.runtime.Border;
import fex.runtime.HeldExit;
import fex.runtime.HeldTest;
import fex.runtime.Layout;
import fex.runtime.Mutant;
import fex.runtime.Probe;
import fex.runtime.SequenceThreads;
import fex.runtime.Snapshot;
import fex.runtime.StateReader;
import java.lang.management.ManagementFactory;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Performs sequences of statements on the real classes, and tells what came of them. */
final class Performer {
    /** What tells how much a thread has allocated, if the JVM does. */
    private static final java.lang.management.ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** The threads that sequences start. */
    private static final SequenceThreads OTHERS = new SequenceThreads();

    /** An empty list of objects. */
    private static final byte[] NOTHING = new byte[Integer.BYTES];

    private final ClassLoader loader;
    private final StateReader reader;
    private final Layout.Readings readings;
    private final Snapshot snapshot;
    private final Folder folder;
    private final boolean isHeld;

    private final Map<String, Class<?>> classes = new HashMap<>();
    private final Map<List<String>, Method> methods = new HashMap<>();
    private final Map<List<String>, Constructor<?>> constructors = new HashMap<>();
    private final Map<List<String>, Field> fields = new HashMap<>();

    /**
     * @param loader has the classes
     * @param reader reads the states of values
     * @param objects what is read of the structures that subjects are, if anything
     * @param folder where sequences may write files; null for nowhere
     * @param isHeld whether each sequence finds the environment that tests of {@code fex-junit} do
     */
    Performer(ClassLoader loader, StateReader reader, List<Layout> objects, Folder folder, boolean isHeld)
            throws ReflectiveOperationException {
        this.loader = loader;
        this.reader = reader;
        this.folder = folder;
        this.isHeld = isHeld;
        Layout layout = objects.isEmpty() ? null : objects.get(0);
        readings = layout == null ? null : new Layout.Readings(layout, Agent::open);
        snapshot = layout == null ? null : new Snapshot(layout, readings);
        String order = System.getProperty("fex.hashes");
        if (layout != null) {
            Class.forName(layout.root(), true, loader);
            if (order != null) {
                hash(layout.constants(), order.equals("descending"));
            }
        }
    }

    /**
     * Gives the constants that are made for this run their hash codes, in the order of their numbers or from the last one to the
     * first: where the JVM counts hash codes up, they stand in this order in a map. The count is brought to a number first that small
     * maps take for their first place.
     */
    private void hash(List<Layout.Constant> constants, boolean descending) {
        int places = 1 << 12;
        for (int tries = 0; tries < places && System.identityHashCode(new Object()) % places != places - 1; tries++) {
            // The next object gets the next hash code.
        }
        for (int index = 0; index < constants.size(); index++) {
            int number = descending ? constants.size() - 1 - index : index;
            if (constants.get(number).field().isEmpty()) {
                try {
                    System.identityHashCode(readings.constant(number));
                } catch (ReflectiveOperationException problem) {
                    // Whoever asks for the constant is told so.
                    return;
                }
            }
        }
    }

    /** Whether this performs on the classes of a loader. */
    boolean isOf(ClassLoader other) {
        return loader == other;
    }

    /** Performs a sequence, and tells what came of it. */
    Report.Performed perform(Request.Sequence sequence, Request.Perform asked) {
        if (!isHeld) {
            return performed(sequence, asked);
        }
        HeldTest.begin();
        try {
            return performed(sequence, asked);
        } finally {
            HeldTest.end();
        }
    }

    private Report.Performed performed(Request.Sequence sequence, Request.Perform asked) {
        boolean writes = folder != null && sequence.statements().contains(new Request.Statement.Folder());
        if (writes) {
            folder.empty();
        }
        List<Object> values = new ArrayList<>();
        Throwable thrown = null;
        Probe.reached();
        Mutant.met();
        Border.begin();
        long before = allocated();
        Probe.replace(asked.method(), asked.replacement());
        Probe.fuel(asked.fuel());
        OTHERS.begin();
        try {
            for (Request.Statement statement : sequence.statements()) {
                values.add(value(statement, values));
                OTHERS.step();
            }
        } catch (InvocationTargetException problem) {
            thrown = problem.getCause();
        } catch (Throwable problem) {
            // As the program would throw it, for instance where an object is null on which a method is called.
            thrown = problem;
        }
        boolean waited = OTHERS.end();
        int done = values.size();
        String message = message(thrown);
        boolean cut = Probe.exhausted() || waited;
        String outside = outside(thrown);
        long allocated = allocated() - before;
        Probe.replace(-1, 0);
        Probe.fuel(Long.MAX_VALUE);
        if (thrown instanceof OutOfMemoryError problem) {
            values.clear();
            cut = true;
            if (!hasRoom()) {
                throw problem;
            }
        }
        int[] reached = Probe.reached().methods();
        int[] met = Mutant.met();
        boolean isThere = sequence.subject() < values.size();
        Object subject = isThere ? values.get(sequence.subject()) : null;
        return new Report.Performed(
                done,
                thrown == null ? "" : thrown.getClass().getName(),
                message,
                cut,
                Writer.shortened(outside),
                allocated,
                reached,
                met,
                snapshot == null ? digests(values) : new long[0],
                isThere && !isVoid(sequence) ? Plains.of(subject, values, sequence.subject()) : new Report.Plain.Nothing(),
                structure(subject),
                writes ? folder.files() : List.of(),
                Traces.of(thrown));
    }

    /** Whether most of the heap is free: what asked for more than there is, such as a long array, may have filled nothing. */
    private static boolean hasRoom() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory() < runtime.maxMemory() / 2;
    }

    /** What it was kept from doing, or what comes to something else elsewhere; an end of the JVM that is not what ends it is one that nobody has noticed. */
    private String outside(Throwable thrown) {
        String outside = Border.end();
        HeldExit.Ended ended = isHeld ? HeldExit.take() : null;
        return outside.isEmpty() && ended != null && ended != thrown ? "end the JVM" : outside;
    }

    /** How many bytes this thread has allocated, if the JVM tells. */
    private static long allocated() {
        return THREADS instanceof ThreadMXBean threads ? threads.getCurrentThreadAllocatedBytes() : 0;
    }

    /** What an exception of the program says; that of the JDK says something else in another version. */
    private static String message(Throwable thrown) {
        if (thrown instanceof HeldExit.Ended ended) {
            return String.valueOf(ended.status());
        }
        return thrown == null || Traces.isOfMachine(thrown) ? "" : Traces.says(thrown);
    }

    private static boolean isVoid(Request.Sequence sequence) {
        Request.Statement statement = sequence.statements().get(sequence.subject());
        return statement instanceof Request.Statement.Call call && call.descriptor().endsWith(")V")
                || statement instanceof Request.Statement.CallStatic all && all.descriptor().endsWith(")V");
    }

    private long[] digests(List<Object> values) {
        long[] digests = new long[values.size()];
        for (int index = 0; index < digests.length; index++) {
            try {
                reader.begin(false);
                reader.value("value", values.get(index));
                digests[index] = reader.end();
            } catch (ReflectiveOperationException | RuntimeException | StackOverflowError unread) {
                digests[index] = 0;
            }
        }
        return digests;
    }

    private byte[] structure(Object subject) {
        try {
            return snapshot != null && subject != null && snapshot.take(subject) ? snapshot.copy() : NOTHING;
        } catch (ReflectiveOperationException | RuntimeException unread) {
            return NOTHING;
        }
    }

    /** Performs a statement; returns its value, or null where there is none. */
    private Object value(Request.Statement statement, List<Object> values) throws ReflectiveOperationException {
        if (statement instanceof Request.Statement.Number number) {
            return number(number.ty(), number.bits());
        } else if (statement instanceof Request.Statement.Text text) {
            return text.value();
        } else if (statement instanceof Request.Statement.ClassLiteral literal) {
            return type(literal.ty());
        } else if (statement instanceof Request.Statement.Static read) {
            return field(read.owner(), read.name(), read.ty()).get(null);
        } else if (statement instanceof Request.Statement.Field read) {
            return field(read.owner(), read.name(), read.ty()).get(values.get(read.of()));
        } else if (statement instanceof Request.Statement.New made) {
            return constructor(made.owner(), made.descriptor()).newInstance(all(made.arguments(), values));
        } else if (statement instanceof Request.Statement.CallStatic call) {
            return method(call.owner(), call.name(), call.descriptor()).invoke(null, all(call.arguments(), values));
        } else if (statement instanceof Request.Statement.Call call) {
            Method method = method(call.owner(), call.name(), call.descriptor());
            return method.invoke(values.get(call.on()), all(call.arguments(), values));
        } else if (statement instanceof Request.Statement.Array array) {
            Object made = Array.newInstance(type(array.element()), array.elements().size());
            for (int index = 0; index < array.elements().size(); index++) {
                Array.set(made, index, values.get(array.elements().get(index)));
            }
            return made;
        } else if (statement instanceof Request.Statement.Stub stub) {
            Stub answering = new Stub(type("L" + stub.owner() + ";"), stub.answers(), values);
            return answering.made(stub.constructor(), all(stub.arguments(), values));
        } else if (statement instanceof Request.Statement.Known known) {
            return readings.constant(known.number());
        } else if (statement instanceof Request.Statement.Folder && folder != null) {
            return folder.path();
        }
        return null;
    }

    private static Object[] all(List<Integer> places, List<Object> values) {
        return places.stream().map(values::get).toArray();
    }

    private static Object number(String type, long bits) {
        return switch (type) {
            case "Z" -> bits != 0;
            case "B" -> (byte) bits;
            case "C" -> (char) bits;
            case "S" -> (short) bits;
            case "I" -> (int) bits;
            case "J" -> bits;
            case "F" -> Float.intBitsToFloat((int) bits);
            case "D" -> Double.longBitsToDouble(bits);
            default -> throw new IllegalArgumentException("there are no numbers of type " + type);
        };
    }

    /** The class of a descriptor. */
    private Class<?> type(String descriptor) {
        return classes.computeIfAbsent(descriptor, of -> types("()" + of).returnType());
    }

    /** The classes of the descriptor of a method. */
    private MethodType types(String descriptor) {
        return MethodType.fromMethodDescriptorString(descriptor, loader);
    }

    private Constructor<?> constructor(String owner, String descriptor) throws ReflectiveOperationException {
        List<String> key = List.of(owner, descriptor);
        Constructor<?> known = constructors.get(key);
        if (known == null) {
            known = type("L" + owner + ";").getDeclaredConstructor(types(descriptor).parameterArray());
            known.trySetAccessible();
            constructors.put(key, known);
        }
        return known;
    }

    private Method method(String owner, String name, String descriptor) throws ReflectiveOperationException {
        List<String> key = List.of(owner, name, descriptor);
        Method known = methods.get(key);
        if (known == null) {
            known = declared(type("L" + owner + ";"), name, types(descriptor));
            known.trySetAccessible();
            methods.put(key, known);
        }
        return known;
    }

    /** The method that a class declares or inherits. */
    private static Method declared(Class<?> type, String name, MethodType types) throws NoSuchMethodException {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if (is(method, name, types) && (at == type || !Modifier.isPrivate(method.getModifiers()))) {
                    return method;
                }
            }
        }
        for (Method method : type.getMethods()) {
            if (is(method, name, types)) {
                return method;
            }
        }
        // An interface has the methods of every object.
        return Object.class.getMethod(name, types.parameterArray());
    }

    private static boolean is(Method method, String name, MethodType types) {
        return method.getName().equals(name)
                && method.getReturnType() == types.returnType()
                && Arrays.equals(method.getParameterTypes(), types.parameterArray());
    }

    private Field field(String owner, String name, String descriptor) throws ReflectiveOperationException {
        List<String> key = List.of(owner, name, descriptor);
        Field known = fields.get(key);
        if (known == null) {
            known = type("L" + owner + ";").getDeclaredField(name);
            known.trySetAccessible();
            fields.put(key, known);
        }
        return known;
    }
}
