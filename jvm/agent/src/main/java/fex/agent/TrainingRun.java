package fex.agent;

import fex.instrument.Instrumenter;
import fex.instrument.MethodPlan;
import fex.instrument.Passes;
import fex.instrument.Step;
import fex.runtime.Probe;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/**
 * Does what a worker does, but for the project: uses the framework on tests of its own, and changes a class. Whatever the JVM has
 * loaded when this ends goes into an archive, which later workers start from.
 */
public final class TrainingRun {
    /** What jars have for people and tools, so that it does not matter which of them comes first. */
    private static final Pattern IDLE = Pattern.compile("(META-INF/)?(LICENSE|NOTICE|COPYRIGHT)[^/]*"
            + "|META-INF/(MANIFEST\\.MF|maven/.*)|(.*/)?module-info\\.class");

    private static final Pattern VERSIONED = Pattern.compile("META-INF/versions/[^/]*/");

    private TrainingRun() {}

    /** Takes the file to write what the jars hold, and the jars: the agent's own, then those of the framework. */
    public static void main(String[] arguments) throws Exception {
        loadAll(arguments[1]);
        Files.write(Path.of(arguments[0]), held(List.of(arguments).subList(2, arguments.length)));
        connect();
        changeClass();
        TestFramework framework = TestFramework.find();
        if (framework != null) {
            runTests(framework);
        }
        // Threads that a framework has started are of no interest.
        System.exit(0);
    }

    /** Loads the worker's classes, but for those that need another framework. */
    private static void loadAll(String agent) throws IOException {
        try (JarFile jar = new JarFile(agent)) {
            for (String name : jar.stream().map(ZipEntry::getName).toList()) {
                if (name.endsWith(".class")) {
                    try {
                        String type = name.substring(0, name.length() - ".class".length());
                        Class.forName(type.replace('/', '.'), false, TrainingRun.class.getClassLoader());
                    } catch (ClassNotFoundException | LinkageError missing) {
                        // The framework that it needs is not there.
                    }
                }
            }
        }
    }

    /**
     * The packages with classes, and the other files: what a project must not have if these jars are to come before it.
     */
    private static Set<String> held(List<String> jars) throws IOException {
        Set<String> held = new TreeSet<>();
        for (String path : jars) {
            try (JarFile jar = new JarFile(path)) {
                for (String entry : jar.stream().map(ZipEntry::getName).toList()) {
                    if (entry.endsWith("/") || IDLE.matcher(entry).matches()) {
                        continue;
                    }
                    String name = VERSIONED.matcher(entry).replaceFirst("");
                    boolean isInPackage = name.endsWith(".class") && name.indexOf('/') > 0;
                    held.add(isInPackage ? name.substring(0, name.lastIndexOf('/')) : name);
                }
            }
        }
        return held;
    }

    private static void connect() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 1, here);
                Socket socket = new Socket(here, server.getLocalPort());
                Socket other = server.accept()) {
            socket.setTcpNoDelay(true);
            socket.getOutputStream().write(new Report.Hello(Report.VERSION, "").encode());
            other.getInputStream().read();
        }
    }

    private static void changeClass() throws IOException {
        String name = TrainingTest.class.getName().replace('.', '/');
        List<List<Step>> nothing = List.of(List.of());
        MethodPlan plan = new MethodPlan(name, "passes", "()V", nothing, List.of());
        Instrumenter instrumenter = new Instrumenter(Passes.guard(List.of(plan), List.of(), List.of(name)));
        try (InputStream bytes = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            instrumenter.instrument(bytes.readAllBytes());
        }
    }

    private static void runTests(TestFramework framework) throws Exception {
        List<String> ids = new ArrayList<>();
        for (Report.Unit unit : framework.discover(List.of(TrainingTest.class), List.of(), List.of())) {
            ids.add(unit.id());
        }
        TestFramework.Listener listener = new TestFramework.Listener() {
            @Override
            public void started(String id, String container) {}

            @Override
            public void finished(String id, Outcome outcome) {
                outcome.report(id, 0, 0, false, new Probe.Reached(new int[0], new int[0])).encode();
            }
        };
        framework.runAll(Set.of(), listener);
        framework.run(ids, listener);
        for (String id : ids) {
            framework.run(id);
        }
    }
}
