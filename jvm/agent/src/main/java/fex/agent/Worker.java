package fex.agent;

import fex.instrument.Instrumenter;
import fex.runtime.Probe;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** A process that does what fex asks: instrument, discover, run. */
public final class Worker {
    private final Connection connection;
    private final TestFramework framework;
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final InputStream in = System.in;

    private Worker(Connection connection, TestFramework framework) {
        this.connection = connection;
        this.framework = framework;
    }

    /** Takes the port that fex listens on, and the nonce that it expects. */
    public static void main(String[] arguments) throws IOException {
        Connection connection = new Connection(Integer.parseInt(arguments[0]));
        connection.send(new Report.Hello(Report.VERSION, arguments[1], System.getProperty("java.version")));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> connection.send(new Report.Exiting())));
        TestFramework framework = TestFramework.find();
        if (framework == null) {
            connection.send(new Report.Failed("the class path has neither the JUnit Platform's launcher nor JUnit 4"));
        }
        Worker worker = new Worker(connection, framework);
        while (true) {
            try {
                worker.serve(connection.next());
            } catch (OutOfMemoryError problem) {
                throw problem;
            } catch (Throwable problem) {
                connection.send(new Report.Failed(problem.toString()));
            }
        }
    }

    private void serve(Request request) {
        if (request instanceof Request.Configure configure) {
            Probe.methods(configure.methods().size());
            Agent.install(
                    new Instrumenter(configure.methods(), new HashSet<>(configure.watched())),
                    (type, problem) -> connection.send(new Report.NotInstrumented(type, problem.toString())));
            connection.send(new Report.Ready(framework.name()));
        } else if (request instanceof Request.Discover discover) {
            connection.send(new Report.Discovered(framework.discover(load(discover.classes()))));
        } else if (request instanceof Request.RunAll) {
            runAll();
        } else if (request instanceof Request.RunOne one) {
            runOne(one);
        }
    }

    /** The classes that can be loaded; a class that cannot has no tests that could run. */
    private static List<Class<?>> load(List<String> names) {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : names) {
            try {
                classes.add(Class.forName(name, false, ClassLoader.getSystemClassLoader()));
            } catch (ClassNotFoundException | LinkageError missing) {
                // For instance a test of an optional part whose library is not on the class path.
            }
        }
        return classes;
    }

    private void runAll() {
        Probe.reached();
        Probe.fuel(Long.MAX_VALUE);
        long[] since = {System.nanoTime()};
        framework.runAll(new TestFramework.Listener() {
            @Override
            public void started(String container) {
                finished(container, Outcome.PASSED);
            }

            @Override
            public void finished(String id, Outcome outcome) {
                long micros = (System.nanoTime() - since[0]) / 1_000;
                connection.send(new Report.Ran(id, outcome, micros, Probe.work(), false, Probe.reached()));
                since[0] = System.nanoTime();
                Probe.fuel(Long.MAX_VALUE);
            }
        });
        connection.send(new Report.Done());
    }

    private void runOne(Request.RunOne one) {
        restore();
        Probe.reached();
        Probe.replace(one.method(), one.replacement());
        Probe.fuel(one.fuel());
        long since = System.nanoTime();
        Outcome outcome;
        try {
            outcome = framework.run(one.test());
        } catch (Throwable thrown) {
            outcome = Outcome.failed(thrown);
        }
        long micros = (System.nanoTime() - since) / 1_000;
        long work = Probe.work();
        boolean cut = Probe.exhausted();
        Probe.fuel(Long.MAX_VALUE);
        Probe.replace(-1, 0);
        connection.send(new Report.Ran(one.test(), outcome, micros, work, cut, Probe.reached()));
    }

    /** Takes back what tests like to replace. */
    private void restore() {
        Thread.interrupted();
        Thread.currentThread().setContextClassLoader(ClassLoader.getSystemClassLoader());
        System.setOut(out);
        System.setErr(err);
        System.setIn(in);
    }
}
