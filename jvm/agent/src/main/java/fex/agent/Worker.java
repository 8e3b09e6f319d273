package fex.agent;

import fex.instrument.Boundary;
import fex.instrument.Instrumenter;
import fex.instrument.Transformer;
import fex.runtime.Capture;
import fex.runtime.Probe;
import fex.runtime.Recorder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A process that does what fex asks: instrument, discover, run, explore. */
public final class Worker {
    private static final int[] NONE = {};

    private final Connection connection;
    private final TestFramework framework;
    private final Surroundings surroundings = new Surroundings();
    private List<String> own = List.of();
    /** What belongs to the classes that were loaded first, while others are in use. */
    private Surroundings left;

    private ClassLoader loader = ClassLoader.getSystemClassLoader();
    private Explorer explorer;

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
        Worker worker = new Worker(connection, TestFramework.find());
        while (true) {
            try {
                worker.serve(connection.next());
            } catch (OutOfMemoryError problem) {
                connection.send(new Report.OutOfMemory());
                throw problem;
            } catch (Throwable problem) {
                connection.send(new Report.Failed(problem.toString()));
            }
        }
    }

    private void serve(Request request) throws ReflectiveOperationException {
        boolean runsTests = !(request instanceof Request.Explore) && !(request instanceof Request.Follow);
        if (runsTests && framework == null) {
            connection.send(
                    new Report.Failed("the class path has neither the JUnit Platform's launcher nor JUnit 4 nor TestNG"));
        } else if (request instanceof Request.Configure configure) {
            own = configure.own();
            Probe.room(configure.methods().size(), configure.followed().size());
            install(new Instrumenter(
                    configure.methods(), new HashSet<>(configure.watched()), configure.followed()));
            connection.send(new Report.Ready(framework.name()));
        } else if (request instanceof Request.Capture capture) {
            Capture.begin(capture.layout(), Agent::open);
            String root = capture.layout().root().replace('.', '/');
            install(new Boundary(root, new HashSet<>(capture.above())));
            connection.send(new Report.Ready(framework.name()));
        } else if (request instanceof Request.Discover discover) {
            List<Class<?>> classes = load(discover.classes());
            connection.send(new Report.Discovered(
                    framework.discover(classes, discover.groups(), discover.excludedGroups())));
        } else if (request instanceof Request.RunAll all) {
            runAll(Set.copyOf(all.leftOut()));
        } else if (request instanceof Request.Run run) {
            run(run);
        } else if (request instanceof Request.Renew) {
            if (left == null) {
                left = new Surroundings();
            }
            surroundings.restoreAll();
            loader = new ProjectLoader(own);
            surroundings.restore(loader);
        } else if (request instanceof Request.Return) {
            if (left != null) {
                left.restoreAll();
                left = null;
            }
            loader = ClassLoader.getSystemClassLoader();
            surroundings.restore(loader);
        } else if (request instanceof Request.Explore explore) {
            install(new Instrumenter(List.of(), new HashSet<>(explore.watched()), List.of()));
            explorer = new Explorer(explore.layout());
            connection.send(explorer.offer());
        } else if (request instanceof Request.Follow follow) {
            for (Request.Call last : follow.last()) {
                List<Request.Call> calls = new ArrayList<>(follow.first());
                calls.add(last);
                connection.send(explorer.follow(calls, follow.fuel()));
                surroundings.restore(loader);
            }
        }
    }

    private void install(Transformer transformer) {
        Agent.install(
                transformer,
                (type, problem) -> connection.send(new Report.NotInstrumented(type, problem.toString())));
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
        Probe.reached();
        Probe.fuel(Long.MAX_VALUE);
        long[] since = {System.nanoTime()};
        framework.runAll(leftOut, new TestFramework.Listener() {
            @Override
            public void started(String id, String container) {
                finished(container, Outcome.PASSED);
                connection.send(new Report.Started(id));
            }

            @Override
            public void finished(String id, Outcome outcome) {
                report(id, outcome, since[0]);
                since[0] = System.nanoTime();
                Probe.fuel(Long.MAX_VALUE);
            }
        });
        connection.send(new Report.Done(!surroundings.restore(loader)));
    }

    private void run(Request.Run run) {
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
        ran.forEach(connection::send);
        connection.send(new Report.Done(spent));
    }

    private void alone(Request.Asked asked, List<Report.Ran> ran) {
        Probe.fuel(asked.fuel());
        long since = System.nanoTime();
        Outcome outcome;
        try {
            outcome = framework.run(asked.test());
        } catch (Throwable thrown) {
            outcome = Outcome.failed(thrown);
        }
        ran.add(ran(asked.test(), outcome, since));
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
                Probe.fuel(fuel.getOrDefault(id, most));
                since[0] = System.nanoTime();
            }

            @Override
            public void finished(String id, Outcome outcome) {
                if (fuel.containsKey(id) || outcome.hasFailed() || Probe.exhausted()) {
                    ran.add(ran(id, outcome, since[0]));
                }
                // What a part of a test has used up is not there for the next one.
                fuel.computeIfPresent(id, (test, left) -> Math.max(0, left - Probe.work()));
                Probe.fuel(most);
            }
        };
        try {
            framework.run(List.copyOf(fuel.keySet()), listener);
        } catch (Throwable thrown) {
            ran.add(ran("", Outcome.failed(thrown), since[0]));
        }
    }

    /** What became of a test that was asked for; what it reaches is known. */
    private static Report.Ran ran(String test, Outcome outcome, long since) {
        long micros = (System.nanoTime() - since) / 1_000;
        return new Report.Ran(test, outcome, micros, Probe.work(), Probe.exhausted(), NONE, NONE);
    }

    private void report(String test, Outcome outcome, long since) {
        long micros = (System.nanoTime() - since) / 1_000;
        Recorder.Taken taken = Capture.take();
        if (taken != null && !taken.isEmpty()) {
            connection.send(new Report.Captured(taken));
        }
        Probe.Reached reached = Probe.reached();
        connection.send(new Report.Ran(
                test,
                outcome,
                micros,
                Probe.work(),
                Probe.exhausted(),
                reached.methods(),
                reached.initialising()));
    }
}
