package fex.agent;

import fex.instrument.Instrumenter;
import fex.instrument.Pass;
import fex.runtime.HeldExit;
import fex.runtime.HeldStatics;
import fex.runtime.Observer;
import fex.runtime.Probe;
import fex.runtime.Statics;
import fex.runtime.Tests;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A process that does what fex asks: instrument, discover, run, perform. */
public final class Worker {
    private static final Probe.Reached NOTHING = new Probe.Reached(new int[0], new int[0]);

    /** What comes between two tests has the name of the first of them after this. */
    static final String AFTER = "after ";

    private final Connection connection;
    private final TestFramework framework;
    private final Surroundings surroundings = new Surroundings();
    private List<String> own = List.of();
    /** What belongs to the classes that were loaded first, while others are in use. */
    private Surroundings left;

    private ClassLoader loader = ClassLoader.getSystemClassLoader();
    private final List<Feature> features = new ArrayList<>();

    private Worker(Connection connection, TestFramework framework) {
        this.connection = connection;
        this.framework = framework;
    }

    /** Takes the port that fex listens on; the nonce that it expects is all that there is to read from the standard input. */
    public static void main(String[] arguments) throws IOException {
        byte[] nonce = System.in.readNBytes(Connection.NONCE);
        Connection connection = new Connection(Integer.parseInt(arguments[0]), nonce);
        connection.send(new Report.Hello(Report.VERSION, System.getProperty("java.version")));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> connection.send(new Report.Exiting())));
        pretendLaterVersion();
        Worker worker = new Worker(connection, TestFramework.find());
        while (true) {
            try {
                worker.serve(connection.next());
            } catch (OutOfMemoryError problem) {
                connection.send(new Report.OutOfMemory());
                throw problem;
            } catch (Throwable problem) {
                connection.send(new Report.Failed(Writer.shortened(problem.toString())));
            }
        }
    }

    /** Has programs that ask which Java this is be told another one, if there is a property that says it. */
    private static void pretendLaterVersion() {
        String later = System.getProperty("fex.java-version");
        if (later != null) {
            System.setProperty("java.specification.version", later);
            System.setProperty("java.version", later + ".0.1");
        }
    }

    private void serve(Request request) throws ReflectiveOperationException, IOException {
        if (request instanceof Request.Configure configure) {
            configure(configure);
        } else if (request instanceof Request.Renew) {
            renew();
        } else if (request instanceof Request.Return) {
            goBack();
        } else if (request instanceof Request.Perform perform) {
            perform(perform);
        } else if (request instanceof Request.Watch watch) {
            Observer.watch(watch.method(), Set.copyOf(watch.wanted()));
        } else if (request instanceof Request.Statics asked) {
            connection.send(new Report.StaticPlaces(statics(asked.classes())));
        } else if (request instanceof Request.Change change) {
            Tainting.change(change.inputs());
        } else if (request instanceof Request.Follow follow) {
            Tainting.follow(follow.inputs());
        } else if (request instanceof Request.Inquire inquire) {
            Observer.inquire(inquire.members(), inquire.fuel());
        } else if (framework == null) {
            connection.send(
                    new Report.Failed("the class path has neither the JUnit Platform's launcher nor JUnit 4 nor TestNG"));
        } else if (request instanceof Request.Discover discover) {
            List<Class<?>> classes = load(discover.classes());
            connection.send(new Report.Discovered(
                    framework.discover(classes, discover.groups(), discover.excludedGroups())));
        } else if (request instanceof Request.RunAll all) {
            runAll(Set.copyOf(all.leftOut()));
        } else if (request instanceof Request.Run run) {
            run(run);
        }
    }

    private void configure(Request.Configure configure) throws ReflectiveOperationException {
        own = configure.own();
        List<Path> places = own.stream().map(folder -> Path.of(folder).toAbsolutePath().normalize()).toList();
        features.clear();
        configure.features().forEach(asked -> features.add(Feature.of(asked, places)));
        List<Pass> passes = new ArrayList<>();
        features.forEach(feature -> passes.addAll(feature.passes()));
        if (features.stream().noneMatch(Varying.class::isInstance)) {
            passes.addAll(Varying.ofTests());
        }
        HeldStatics.follow(Agent::open, places);
        Agent.install(
                new Instrumenter(passes),
                (type, problem) ->
                        connection.send(new Report.NotInstrumented(type, Writer.shortened(problem.toString()))));
        for (Feature feature : features) {
            feature.begin(connection::send);
        }
        connection.send(new Report.Ready(framework == null ? "" : framework.name()));
    }

    /** What is in static fields of some classes, or of all classes of the project that are loaded. */
    private List<Statics.Place> statics(List<String> names) {
        List<Class<?>> classes = names.isEmpty() ? Agent.loadedBy(loader) : load(names);
        Statics statics = new Statics(Agent::open);
        classes.forEach(statics::read);
        statics.readShared();
        return statics.places();
    }

    private void renew() {
        if (left == null) {
            left = new Surroundings();
        }
        surroundings.restoreAll();
        features.forEach(Feature::renews);
        loader = new ProjectLoader(own);
        surroundings.restore(loader);
    }

    private void goBack() {
        if (left != null) {
            left.restoreAll();
            left = null;
        }
        features.forEach(Feature::goesBack);
        loader = ClassLoader.getSystemClassLoader();
        surroundings.restore(loader);
    }

    private void perform(Request.Perform perform) throws ReflectiveOperationException, IOException {
        for (Feature feature : features) {
            if (feature instanceof Performing performing) {
                for (Request.Sequence sequence : perform.sequences()) {
                    Report.Performed performed = performing.performer(loader).perform(sequence, perform);
                    features.forEach(other -> other.tell(connection::begin));
                    connection.send(performed);
                    surroundings.restore(loader);
                }
            }
        }
    }

    /** The classes that can be loaded; a class that cannot has no tests that could run. */
    private List<Class<?>> load(List<String> names) {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : names) {
            try {
                classes.add(Class.forName(name, false, loader));
            } catch (ClassNotFoundException | LinkageError missing) {
                // For instance a test of an optional part whose library is not on the class path.
            }
        }
        return classes;
    }

    private void runAll(Set<String> leftOut) {
        features.forEach(feature -> feature.listen(true));
        Probe.reached();
        Probe.fuel(Long.MAX_VALUE);
        long[] since = {System.nanoTime()};
        framework.runAll(leftOut, new TestFramework.Listener() {
            @Override
            public void started(String id, String container) {
                finished(container, Outcome.PASSED);
                starts(id);
                connection.send(new Report.Started(Tests.begin(), id));
            }

            @Override
            public void finished(String id, Outcome outcome) {
                report(id, ended(outcome), since[0]);
                features.forEach(Feature::ends);
                Tests.end();
                since[0] = System.nanoTime();
                Probe.fuel(Long.MAX_VALUE);
            }

            @Override
            public void left() {
                features.forEach(Feature::leaves);
            }
        });
        features.forEach(Feature::leaves);
        connection.send(new Report.Done(!surroundings.restore(loader)));
    }

    private void run(Request.Run run) {
        features.forEach(feature -> feature.listen(false));
        Probe.replace(run.method(), run.replacement());
        List<Report.Ran> ran = new ArrayList<>();
        if (run.tests().size() == 1) {
            alone(run.tests().get(0), ran);
        } else {
            together(run.tests(), ran);
        }
        Probe.replace(-1, 0);
        Probe.fuel(Long.MAX_VALUE);
        // What the tests left behind, like a security manager, may stand in the way of reports.
        boolean spent = !surroundings.restore(loader);
        Probe.reached();
        features.forEach(feature -> feature.tell(connection::send));
        ran.forEach(connection::send);
        connection.send(new Report.Done(spent));
    }

    private void alone(Request.Asked asked, List<Report.Ran> ran) {
        starts(asked.test());
        Probe.fuel(asked.fuel());
        long since = System.nanoTime();
        Outcome outcome;
        try {
            outcome = framework.run(asked.test());
        } catch (Throwable thrown) {
            outcome = Outcome.failed(thrown);
        }
        ran.add(ran(asked.test(), ended(outcome), since));
        features.forEach(Feature::ends);
        features.forEach(Feature::leaves);
    }

    /** Tells of containers only if they fail: then what became of their tests says little. */
    private void together(List<Request.Asked> tests, List<Report.Ran> ran) {
        Map<String, Long> fuel = new LinkedHashMap<>();
        tests.forEach(asked -> fuel.put(asked.test(), asked.fuel()));
        long most = Collections.max(fuel.values());
        Probe.fuel(most);
        long[] since = {System.nanoTime()};
        TestFramework.Listener listener = new TestFramework.Listener() {
            @Override
            public void started(String id, String container) {
                if (Probe.exhausted()) {
                    finished(container, Outcome.PASSED);
                }
                starts(id);
                Probe.fuel(fuel.getOrDefault(id, most));
                since[0] = System.nanoTime();
            }

            @Override
            public void finished(String id, Outcome of) {
                Outcome outcome = ended(of);
                features.forEach(Feature::ends);
                features.forEach(feature -> feature.follows(AFTER + id));
                if (fuel.containsKey(id) || outcome.hasFailed() || Probe.exhausted()) {
                    ran.add(ran(id, outcome, since[0]));
                }
                // What a part of a test has used up is not there for the next one.
                fuel.computeIfPresent(id, (test, left) -> Math.max(0, left - Probe.work()));
                Probe.fuel(most);
            }

            @Override
            public void left() {
                features.forEach(Feature::leaves);
            }
        };
        try {
            framework.run(List.copyOf(fuel.keySet()), listener);
        } catch (Throwable thrown) {
            ran.add(ran("", Outcome.failed(thrown), since[0]));
        }
        features.forEach(Feature::leaves);
    }

    /** What became of a test, which fails where it asked for the end of the JVM, though it may have caught what it got instead. */
    private static Outcome ended(Outcome outcome) {
        HeldExit.Ended end = HeldExit.take();
        return end == null || outcome.hasFailed() ? outcome : Outcome.failed(end);
    }

    private void starts(String test) {
        features.forEach(feature -> feature.starts(test));
    }

    /** What became of a test that was asked for; what it reaches is known. */
    private static Report.Ran ran(String test, Outcome outcome, long since) {
        long micros = (System.nanoTime() - since) / 1_000;
        return outcome.report(test, micros, Probe.work(), Probe.exhausted(), NOTHING);
    }

    private void report(String test, Outcome outcome, long since) {
        long micros = (System.nanoTime() - since) / 1_000;
        features.forEach(feature -> feature.tell(connection::send));
        connection.send(outcome.report(test, micros, Probe.work(), Probe.exhausted(), Probe.reached()));
    }
}
