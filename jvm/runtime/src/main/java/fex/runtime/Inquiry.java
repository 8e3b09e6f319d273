package fex.runtime;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Asks the objects that the code of tests holds for what some members say: where a line begins that was not reached in this test
 * before, each object that a variable or a field of the test class holds is asked for each member that its declared type has, and
 * what that returns, once more.
 *
 * <p>Here the program's own code is called, with limited fuel and while the {@link Border} is closed, and whatever it throws is an
 * answer. After each call the state of all that is held is compared with what it was before: where it is another one, or where the
 * call would have changed something outside of the JVM, the inquiry ends, and says which members were called.
 */
public final class Inquiry {
    /** How many calls are made in one test at most. */
    private static final int MOST_CALLS = 20_000;

    /**
     * Something that objects can be asked for.
     *
     * @param type the internal name of the class that declares it
     * @param descriptor of a method without parameters, or of a field
     */
    public record Member(String type, String name, String descriptor) {}

    /** A variable that is in scope, with the descriptor of its type. */
    public record Variable(String name, String descriptor) {}

    /**
     * A place in the code of tests.
     *
     * @param type the internal name of its class
     * @param line the line after which it is
     */
    public record Place(String type, String method, String descriptor, int line, List<Variable> variables) {}

    /**
     * What was answered in a test.
     *
     * @param test its id, or the name of a container
     * @param changing the numbers of the members after whose call the state was another one
     */
    public record Answers(String test, List<PlaceAnswers> places, int[] changing) {}

    /** What was answered in one place. */
    public record PlaceAnswers(String type, String method, String descriptor, int line, List<Answer> answers) {}

    /**
     * An answer.
     *
     * @param root how the code names the object
     * @param chain the numbers of the members that were asked for one after the other
     */
    public record Answer(String root, int[] chain, Shown value) {}

    private final Observer.Observation observation;
    private final List<Member> members;
    private final long fuel;

    private final Map<String, OfTest> tests = new LinkedHashMap<>();
    private volatile OfTest test;

    private final ThreadLocal<List<Object>> holding = ThreadLocal.withInitial(ArrayList::new);
    private final ThreadLocal<Boolean> isAsking = ThreadLocal.withInitial(() -> false);

    /** The members of each declared type, as far as the classes with tests may name them. */
    private final Map<Class<?>, Map<Class<?>, List<Resolved>>> resolved = new HashMap<>();

    Inquiry(Observer.Observation observation, List<Member> members, long fuel) {
        this.observation = observation;
        this.members = List.copyOf(members);
        this.fuel = fuel;
        test("");
    }

    /** A test begins, or one of its parts. */
    synchronized void test(String id) {
        test = tests.computeIfAbsent(id, OfTest::new);
    }

    synchronized List<Answers> take() {
        List<Answers> taken = new ArrayList<>();
        for (OfTest of : tests.values()) {
            if (!of.places.isEmpty() || !of.changing.isEmpty()) {
                int[] changing = of.changing.stream().mapToInt(Integer::intValue).sorted().toArray();
                taken.add(new Answers(of.id, List.copyOf(of.places), changing));
            }
        }
        tests.clear();
        test("");
        return taken;
    }

    void holds(Object value) {
        if (!isAsking.get()) {
            holding.get().add(value);
        }
    }

    /** The code is at a place; its variables hold what was said since the last one. */
    void held(int number) {
        if (isAsking.get()) {
            return;
        }
        List<Object> values = holding.get();
        try {
            if (test.isNew(number)) {
                isAsking.set(true);
                Class<?> code = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                        .walk(frames -> frames.map(StackWalker.StackFrame::getDeclaringClass)
                                .filter(type -> !type.getName().startsWith("fex.runtime."))
                                .findFirst())
                        .orElseThrow();
                ask(observation.placed(number), code, values);
            }
        } catch (Throwable cannotBeAsked) {
            // Nothing is thrown into the code under test. What was answered so far stays.
            test.left = 0;
        } finally {
            isAsking.set(false);
            values.clear();
        }
    }

    private synchronized void ask(Place place, Class<?> code, List<Object> values) throws Throwable {
        Roots roots = new Roots(code);
        for (int index = 0; index < place.variables().size(); index++) {
            roots.variable(place.variables().get(index), values.get(index));
        }
        if (place.variables().stream().noneMatch(variable -> variable.name().equals("this"))) {
            roots.fields(code, null);
        }
        List<Answer> answers = new ArrayList<>();
        Asking asking = new Asking(test, code, roots.found(), answers);
        asking.all();
        if (!answers.isEmpty()) {
            test.places.add(new PlaceAnswers(place.type(), place.method(), place.descriptor(), place.line(), answers));
        }
    }

    /** What was asked in one test. */
    private static final class OfTest {
        private final String id;
        private final Set<Integer> seen = new HashSet<>();
        private final List<PlaceAnswers> places = new ArrayList<>();
        private final Set<Integer> changing = new HashSet<>();
        private int left = MOST_CALLS;

        OfTest(String id) {
            this.id = id;
        }

        /** Whether a place is one that was not reached before, and there is more to ask. */
        synchronized boolean isNew(int place) {
            return left > 0 && changing.isEmpty() && seen.add(place);
        }
    }

    /** A member of a class that was loaded. */
    private record Resolved(int number, AccessibleObject member, Class<?> result) {
        Object of(Object object) throws ReflectiveOperationException {
            return member instanceof Method method ? method.invoke(object) : ((Field) member).get(object);
        }
    }

    /** The members that an object of a declared type can be asked for by the code of a class. */
    private List<Resolved> members(Class<?> type, Class<?> code) {
        return resolved.computeIfAbsent(code, key -> new HashMap<>()).computeIfAbsent(type, declared -> {
            List<Resolved> found = new ArrayList<>();
            for (int number = 0; number < members.size(); number++) {
                Resolved member = resolve(number, declared, code);
                if (member != null) {
                    found.add(member);
                }
            }
            return found;
        });
    }

    private Resolved resolve(int number, Class<?> declared, Class<?> code) {
        Member member = members.get(number);
        try {
            Class<?> type = Class.forName(member.type().replace('/', '.'), false, code.getClassLoader());
            if (!type.isAssignableFrom(declared)) {
                return null;
            }
            if (member.descriptor().startsWith("(")) {
                Method method = type.getDeclaredMethod(member.name());
                if (!Roots.mayName(method.getModifiers(), type, code)) {
                    return null;
                }
                observation.open(method, type);
                return new Resolved(number, method, method.getReturnType());
            }
            Field field = type.getDeclaredField(member.name());
            if (!Roots.mayName(field.getModifiers(), type, code)) {
                return null;
            }
            observation.open(field, type);
            return new Resolved(number, field, field.getType());
        } catch (ReflectiveOperationException | LinkageError | RuntimeException missing) {
            return null;
        }
    }

    /** What is asked in one place. */
    private final class Asking {
        private final OfTest test;
        private final Class<?> code;
        private final List<Roots.Root> roots;
        private final List<Answer> answers;
        private final StateReader reader = observation.thorough();
        private long state;

        Asking(OfTest test, Class<?> code, List<Roots.Root> roots, List<Answer> answers) {
            this.test = test;
            this.code = code;
            this.roots = roots;
            this.answers = answers;
        }

        void all() throws Throwable {
            state = state();
            for (Roots.Root root : roots) {
                Shown shown = Shown.of(root.value());
                answers.add(new Answer(root.expression(), new int[0], shown));
                if (shown.kind() == Shown.Kind.OBJECT && !ask(root, new int[0], root.type(), root.value())) {
                    return;
                }
            }
        }

        /** Asks an object for all that its type has; whether everything is as it was. */
        private boolean ask(Roots.Root root, int[] chain, Class<?> type, Object object) throws Throwable {
            for (Resolved member : members(type, code)) {
                if (test.left-- <= 0) {
                    return false;
                }
                int[] longer = Arrays.copyOf(chain, chain.length + 1);
                longer[chain.length] = member.number();
                Object result = null;
                Shown shown;
                boolean isRefused;
                long left = Probe.lend(fuel);
                Border.enter();
                try {
                    result = member.of(object);
                    shown = Shown.of(result);
                } catch (InvocationTargetException thrown) {
                    shown = Shown.thrown(thrown.getCause());
                } finally {
                    isRefused = Border.leave();
                    Probe.giveBack(left);
                }
                if (isRefused || state() != state) {
                    test.changing.add(member.number());
                    return false;
                }
                if (shown != null) {
                    answers.add(new Answer(root.expression(), longer, shown));
                    boolean goesOn = shown.kind() == Shown.Kind.OBJECT && chain.length == 0;
                    if (goesOn && !ask(root, longer, member.result(), result)) {
                        return false;
                    }
                }
            }
            return true;
        }

        /** A digest of all that is held. */
        private long state() throws ReflectiveOperationException {
            reader.begin(false);
            for (Roots.Root root : roots) {
                reader.value("root", root.value());
            }
            return reader.end();
        }
    }
}
