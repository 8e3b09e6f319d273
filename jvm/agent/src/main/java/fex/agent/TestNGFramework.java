package fex.agent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.testng.IConfigurationListener;
import org.testng.IMethodSelector;
import org.testng.IMethodSelectorContext;
import org.testng.ISuite;
import org.testng.ISuiteListener;
import org.testng.ITestContext;
import org.testng.ITestListener;
import org.testng.ITestNGMethod;
import org.testng.ITestResult;
import org.testng.SkipException;
import org.testng.TestNG;

/**
 * Tests of TestNG, as Surefire runs them: whole classes, and a selector that says which of their methods. Names of methods, which
 * the engine for the JUnit Platform gives TestNG, are patterns that it holds against every method of the class, for every method of
 * the class: a class of 300 tests takes it seconds.
 *
 * <p>A test is a method; what a data provider or a number of invocations makes of it are its parts. TestNG itself makes the listener
 * and the selector, by their names, so what they do is said beside them, in {@link #current}.
 */
final class TestNGFramework implements TestFramework {
    /** What begins the ids of its tests. */
    static final String ID = "testng:";

    /** Before that of TestNG, which heeds the groups. */
    private static final int PRIORITY = 1;

    /** The run that TestNG is at. */
    private static Run current;

    private List<Class<?>> classes = List.of();
    private String groups = "";
    private String excludedGroups = "";
    private Set<String> found = Set.of();
    /** The tests of the classes that were looked at. */
    private final Map<String, Test> known = new LinkedHashMap<>();
    private final Set<String> lookedAt = new HashSet<>();
    /** What TestNG has read of the classes that were loaded first, and of those that were loaded last. */
    private final KeptAnnotations ofFirst = new KeptAnnotations(ClassLoader.getSystemClassLoader());
    private KeptAnnotations ofLast = ofFirst;

    @Override
    public String name() {
        String version = TestNG.class.getPackage().getImplementationVersion();
        return version == null ? "TestNG" : "TestNG " + version;
    }

    @Override
    public List<Report.Unit> discover(List<Class<?>> given, List<String> groups, List<String> excludedGroups) {
        classes = given;
        this.groups = String.join(",", groups);
        this.excludedGroups = String.join(",", excludedGroups);
        known.clear();
        lookedAt.clear();
        lookAt(classes);
        found = new LinkedHashSet<>(known.keySet());
        return known.values().stream().map(Test::unit).toList();
    }

    @Override
    public void runAll(Set<String> leftOut, Listener listener) {
        found.removeAll(leftOut);
        run(classes, new Run(found, withNeeded(found), listener));
    }

    @Override
    public Outcome run(String id) throws ClassNotFoundException {
        Parts all = new Parts();
        run(List.of(id), new Listener() {
            @Override
            public void started(String test, String container) {
                // What happens around the test belongs to it.
            }

            @Override
            public void finished(String test, Outcome outcome) {
                all.add(outcome);
            }
        });
        return all.outcome();
    }

    @Override
    public void run(List<String> ids, Listener listener) throws ClassNotFoundException {
        lookAt(types(ids));
        Set<String> chosen = withNeeded(ids);
        run(types(chosen), new Run(new HashSet<>(ids), chosen, listener));
    }

    /** The classes of some tests, each once. */
    private static List<Class<?>> types(Collection<String> ids) throws ClassNotFoundException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Set<Class<?>> types = new LinkedHashSet<>();
        for (String id : ids) {
            types.add(Class.forName(id.substring(ID.length(), id.indexOf('/')), false, loader));
        }
        return List.copyOf(types);
    }

    /** Has TestNG say which tests there are in classes that it has not been asked about. */
    private void lookAt(List<Class<?>> types) {
        List<Class<?>> more = types.stream().filter(type -> lookedAt.add(type.getName())).toList();
        if (!more.isEmpty()) {
            run(more, new Run(null, null, null) {
                @Override
                void begin(ISuite suite) {
                    for (ITestNGMethod method : suite.getAllMethods()) {
                        known.put(id(method), Test.of(method));
                    }
                    throw new Discovered();
                }
            });
        }
    }

    /** Some tests, and all that they depend on. */
    private Set<String> withNeeded(Collection<String> ids) {
        Set<String> all = new LinkedHashSet<>();
        List<String> next = new ArrayList<>(ids);
        while (!next.isEmpty()) {
            String id = next.remove(next.size() - 1);
            Test test = known.get(id);
            if (all.add(id) && test != null && test.dependsOnOthers()) {
                lookAt(test.declaring());
                known.values().stream().filter(test::dependsOn).forEach(other -> next.add(other.unit().id()));
            }
        }
        return all;
    }

    /**
     * A test that was found, and what it depends on; nothing here keeps its class.
     *
     * @param names the method's name with that of its class, and that of the class that declares it
     * @param methods the patterns of such names that it depends on
     * @param groupsNeeded the patterns of groups that it depends on
     */
    private record Test(
            Report.Unit unit, Set<String> names, List<String> groups, List<String> methods, List<String> groupsNeeded) {
        static Test of(ITestNGMethod method) {
            String type = type(method);
            String declaring = method.getConstructorOrMethod().getDeclaringClass().getName();
            return new Test(
                    new Report.Unit(id(method), ID + type, type, method.getMethodName()),
                    Stream.of(type, declaring).map(of -> of + "." + method.getMethodName()).collect(Collectors.toSet()),
                    List.of(method.getGroups()),
                    List.of(method.getMethodsDependedUpon()),
                    List.of(method.getGroupsDependedUpon()));
        }

        boolean dependsOnOthers() {
            return !methods.isEmpty() || !groupsNeeded.isEmpty();
        }

        boolean dependsOn(Test other) {
            return methods.stream().anyMatch(pattern -> other.names.stream().anyMatch(name -> matches(pattern, name)))
                    || groupsNeeded.stream()
                            .anyMatch(pattern -> other.groups.stream().anyMatch(group -> matches(pattern, group)));
        }

        /** The classes of the methods that it depends on, as far as they are named and not only described. */
        List<Class<?>> declaring() {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            List<Class<?>> types = new ArrayList<>();
            for (String name : methods) {
                try {
                    types.add(Class.forName(name.substring(0, Math.max(0, name.lastIndexOf('.'))), false, loader));
                } catch (ClassNotFoundException | LinkageError unknown) {
                    // A pattern, or a method of a class that is not there, which TestNG will say.
                }
            }
            return types;
        }

        private static boolean matches(String pattern, String name) {
            return pattern.equals(name) || Pattern.matches(pattern.replace("$", "\\$"), name);
        }
    }

    private void run(List<Class<?>> types, Run run) {
        TestNG testng = annotations().testng();
        testng.setVerbose(0);
        testng.setTestClasses(types.toArray(Class<?>[]::new));
        if (!groups.isEmpty()) {
            testng.setGroups(groups);
        }
        if (!excludedGroups.isEmpty()) {
            testng.setExcludedGroups(excludedGroups);
        }
        testng.setListenerClasses(List.of(Telling.class));
        testng.addMethodSelector(Choosing.class.getName(), PRIORITY);
        current = run;
        try {
            testng.run();
        } catch (Discovered enough) {
            // Nothing is to run.
        } finally {
            current = null;
        }
    }

    private KeptAnnotations annotations() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        if (loader == ofFirst.loader()) {
            return ofFirst;
        }
        if (loader != ofLast.loader()) {
            ofLast = new KeptAnnotations(loader);
        }
        return ofLast;
    }

    private static String id(ITestNGMethod method) {
        StringBuilder id = new StringBuilder(ID + type(method) + "/" + method.getMethodName() + "(");
        String separator = "";
        for (Class<?> parameter : method.getConstructorOrMethod().getMethod().getParameterTypes()) {
            id.append(separator).append(parameter.getName());
            separator = ",";
        }
        return id.append(')').toString();
    }

    private static String type(ITestNGMethod method) {
        return method.getTestClass().getRealClass().getName();
    }

    /** Ends a run of TestNG before anything of the project's runs. */
    private static final class Discovered extends RuntimeException {
        private static final long serialVersionUID = 1;

        Discovered() {
            super(null, null, false, false);
        }
    }

    /** One run of TestNG: which tests, if not all, and who is told of them. */
    private static class Run {
        private final Set<String> asked;
        /** Those, and what they depend on. */
        private final Set<String> chosen;
        private final Listener listener;

        Run(Set<String> asked, Set<String> chosen, Listener listener) {
            this.asked = asked;
            this.chosen = chosen;
            this.listener = listener;
        }

        void begin(ISuite suite) {
            // Whatever is chosen runs.
        }

        boolean takes(ITestNGMethod method) {
            return chosen == null || chosen.contains(id(method));
        }

        void started(ITestNGMethod method) {
            if (asked.contains(id(method))) {
                listener.started(id(method), ID + type(method));
            }
        }

        void finished(ITestNGMethod method, Outcome outcome) {
            if (asked.contains(id(method))) {
                listener.finished(id(method), outcome);
            }
        }

        void around(ITestNGMethod method, Outcome outcome) {
            listener.finished(ID + type(method), outcome);
        }
    }

    /** Tells what TestNG does. */
    public static final class Telling implements ISuiteListener, ITestListener, IConfigurationListener {
        /** The test that has begun; TestNG skips some that have not. */
        private ITestNGMethod begun;

        @Override
        public void onStart(ISuite suite) {
            current.begin(suite);
        }

        @Override
        public void onFinish(ISuite suite) {
            // All tests have been told of.
        }

        @Override
        public void onStart(ITestContext context) {
            // Nothing has run yet.
        }

        @Override
        public void onFinish(ITestContext context) {
            // All tests have been told of.
        }

        @Override
        public void onTestStart(ITestResult result) {
            begun = result.getMethod();
            current.started(begun);
        }

        @Override
        public void onTestSuccess(ITestResult result) {
            end(result, Outcome.PASSED);
        }

        @Override
        public void onTestFailure(ITestResult result) {
            end(result, Outcome.failed(result.getThrowable()));
        }

        @Override
        public void onTestFailedButWithinSuccessPercentage(ITestResult result) {
            end(result, Outcome.PASSED);
        }

        @Override
        public void onTestSkipped(ITestResult result) {
            end(result, result.getThrowable() instanceof SkipException ? Outcome.ABORTED : Outcome.SKIPPED);
        }

        private void end(ITestResult result, Outcome outcome) {
            if (begun == null) {
                current.started(result.getMethod());
            }
            begun = null;
            current.finished(result.getMethod(), outcome);
        }

        @Override
        public void onConfigurationSuccess(ITestResult result) {
            // What a test needs is there.
        }

        @Override
        public void onConfigurationFailure(ITestResult result) {
            current.around(result.getMethod(), Outcome.failed(result.getThrowable()));
        }

        @Override
        public void onConfigurationSkip(ITestResult result) {
            // Something else has failed, and was told.
        }
    }

    /** Says which tests run; what prepares them is left to TestNG. */
    public static final class Choosing implements IMethodSelector {
        private static final long serialVersionUID = 1;

        @Override
        public boolean includeMethod(IMethodSelectorContext context, ITestNGMethod method, boolean isTest) {
            if (isTest && !current.takes(method)) {
                context.setStopped(true);
            }
            return false;
        }

        @Override
        public void setTestMethods(List<ITestNGMethod> methods) {
            // They are not known yet.
        }
    }
}
