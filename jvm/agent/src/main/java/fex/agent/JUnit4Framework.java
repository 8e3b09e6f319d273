package fex.agent;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.Test;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.Result;
import org.junit.runner.RunWith;
import org.junit.runner.Runner;
import org.junit.runner.manipulation.Filter;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunListener;

/** Tests of JUnit 4 and 3, where the project has no JUnit Platform. */
final class JUnit4Framework implements TestFramework {
    /** A test with the class that it was found in; for an inherited test that is not the class that declares it. */
    private record Found(Class<?> type, Description description) {}

    private final Map<String, Found> found = new LinkedHashMap<>();
    private Class<?>[] classes = {};

    /** The class whose tests were found last. */
    private Class<?> last;

    private StableNames names = new StableNames();

    @Override
    public String name() {
        return "JUnit " + junit.runner.Version.id();
    }

    @Override
    public List<Report.Unit> discover(List<Class<?>> given, List<String> groups, List<String> excludedGroups) {
        classes = given.stream().filter(JUnit4Framework::hasTests).toArray(Class<?>[]::new);
        found.clear();
        for (Class<?> type : classes) {
            collect(type, runner(type).getDescription());
        }
        found.values().removeIf(test -> !Categories.take(test.description(), groups, excludedGroups));
        return found.entrySet().stream()
                .map(entry -> unit(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** The runner of a class, whose tests have names from now on. */
    private Runner runner(Class<?> type) {
        Runner runner = Request.aClass(type).getRunner();
        names = new StableNames();
        name(type, runner.getDescription());
        return runner;
    }

    private void name(Class<?> type, Description description) {
        if (description.isTest()) {
            id(type, description);
        } else {
            description.getChildren().forEach(part -> name(type, part));
        }
    }

    private void collect(Class<?> type, Description description) {
        if (description.isTest()) {
            found.put(id(type, description), new Found(type, description));
        } else {
            description.getChildren().forEach(part -> collect(type, part));
        }
    }

    private String id(Class<?> type, Description description) {
        return names.of(type.getName() + "/" + description.getDisplayName());
    }

    private static Report.Unit unit(String id, Found found) {
        Description description = found.description();
        String name = description.getMethodName() == null ? id : StableNames.common(description.getMethodName());
        return new Report.Unit(id, found.type().getName(), description.getClassName(), name);
    }

    /** Whether a class has tests by one of the ways in which JUnit 4 itself looks for them. */
    private static boolean hasTests(Class<?> type) {
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            return false;
        }
        if (type.isAnnotationPresent(RunWith.class) || junit.framework.TestCase.class.isAssignableFrom(type)) {
            return true;
        }
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Test.class)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void runAll(Set<String> leftOut, Listener listener) {
        found.keySet().removeAll(leftOut);
        for (Class<?> type : classes) {
            Runner runner = runner(type);
            Request request = Request.runner(runner);
            Description all = runner.getDescription();
            Wanted wanted = new Wanted(type, found.keySet());
            if (!wanted.shouldRun(all)) {
                continue;
            }
            JUnitCore core = new JUnitCore();
            core.addListener(new Suite(type, listener));
            // Not every runner knows filters.
            core.run(wanted.isEverything(all) ? request : request.filterWith(wanted));
            listener.finished(type.getName(), Outcome.PASSED);
            listener.left();
        }
    }

    /** Whether there is a test, in the classes as they are in use. This worker need not have discovered it. */
    boolean has(String id) throws ClassNotFoundException {
        Class<?> type = type(id);
        Found known = found.get(id);
        if (known != null && known.type() == type) {
            return true;
        }
        if (type != last) {
            // Classes that are no longer in use can be forgotten.
            found.values().removeIf(test -> test.type().getClassLoader() != type.getClassLoader());
            collect(type, runner(type).getDescription());
            last = type;
        }
        return found.containsKey(id);
    }

    /** The class that a test was found in, as it is in use. */
    private static Class<?> type(String id) throws ClassNotFoundException {
        return Class.forName(id.substring(0, id.indexOf('/')), false, Thread.currentThread().getContextClassLoader());
    }

    @Override
    public Outcome run(String id) throws ClassNotFoundException {
        Class<?> type = type(id);
        Request request = Request.aClass(type);
        if (!has(id) || StableNames.isMade(id)) {
            // The runner knows the test by a name that only this runner uses.
            Runner runner = runner(type);
            collect(type, runner.getDescription());
            request = Request.runner(runner);
        }
        Single single = new Single();
        JUnitCore core = new JUnitCore();
        core.addListener(single);
        Result result = core.run(request.filterWith(found.get(id).description()));
        return single.outcome(result);
    }

    @Override
    public void run(List<String> ids, Listener listener) throws ClassNotFoundException {
        Map<Class<?>, Set<String>> tests = new LinkedHashMap<>();
        for (String id : ids) {
            tests.computeIfAbsent(type(id), unknown -> new HashSet<>()).add(id);
        }
        for (Map.Entry<Class<?>, Set<String>> some : tests.entrySet()) {
            Class<?> type = some.getKey();
            Request request = Request.runner(runner(type));
            JUnitCore core = new JUnitCore();
            core.addListener(new Suite(type, listener));
            core.run(request.filterWith(new Wanted(type, some.getValue())));
            listener.left();
        }
    }

    /** Some tests of a class. */
    private final class Wanted extends Filter {
        private final Class<?> type;
        private final Set<String> ids;

        Wanted(Class<?> type, Set<String> ids) {
            this.type = type;
            this.ids = ids;
        }

        @Override
        public boolean shouldRun(Description description) {
            return description.isTest()
                    ? ids.contains(id(type, description))
                    : description.getChildren().stream().anyMatch(this::shouldRun);
        }

        boolean isEverything(Description description) {
            return description.isTest()
                    ? shouldRun(description)
                    : description.getChildren().stream().allMatch(this::isEverything);
        }

        @Override
        public String describe() {
            return "what the build would run";
        }
    }

    /** How one test ended. */
    private static final class Single extends RunListener {
        private Outcome failure;
        private Outcome around;
        private boolean aborted;

        @Override
        public void testFailure(Failure of) {
            if (of.getDescription().isTest()) {
                failure = failure == null ? Outcome.failed(of.getException()) : failure;
            } else {
                around = around == null ? Outcome.failed(of.getException()) : around;
            }
        }

        @Override
        public void testAssumptionFailure(Failure of) {
            aborted = true;
        }

        Outcome outcome(Result result) {
            if (result.getRunCount() > 0) {
                return outcome();
            }
            if (failure != null) {
                return failure;
            }
            return around == null ? Outcome.SKIPPED : around;
        }

        Outcome outcome() {
            if (failure != null) {
                return failure;
            }
            if (around != null) {
                return aborted ? around : Outcome.around(around);
            }
            return aborted ? Outcome.ABORTED : Outcome.PASSED;
        }
    }

    /** Tells of every test of a class. */
    private final class Suite extends RunListener {
        private final Class<?> type;
        private final Listener listener;
        private Single current;

        Suite(Class<?> type, Listener listener) {
            this.type = type;
            this.listener = listener;
        }

        @Override
        public void testStarted(Description description) {
            current = new Single();
            listener.started(id(type, description), type.getName());
        }

        @Override
        public void testFailure(Failure of) {
            if (current == null) {
                // The preparation of the class has failed.
                listener.finished(type.getName(), Outcome.failed(of.getException()));
            } else {
                current.testFailure(of);
            }
        }

        @Override
        public void testAssumptionFailure(Failure of) {
            if (current != null) {
                current.testAssumptionFailure(of);
            }
        }

        @Override
        public void testFinished(Description description) {
            listener.finished(id(type, description), current.outcome());
            current = null;
        }
    }
}
