import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.PrintStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs a compiled suite against a class and against seeded bugs of that class, all in one JVM.
 *
 * <p>Prints a line per variant, with tabs between: its name, the number of tests that ran, the number that failed, and
 * the first failure. The variant {@code original} comes first. A bug that does not compile prints {@code -1} tests.
 */
public final class RunBugs {

    private RunBugs() {
    }

    /**
     * Runs the variants.
     *
     * @param arguments the folder of the suite's classes, that of the original classes, and one that holds a source
     *     tree per bug, into which the bug's classes are compiled
     * @throws IOException if a folder cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        Path suite = Path.of(arguments[0]);
        Path original = Path.of(arguments[1]);
        // What the code under test prints must not mix with the report.
        PrintStream report = System.out;
        System.setOut(System.err);
        report.println("original\t" + outcome(suite, List.of(original)));
        for (Path bug : sorted(Files.list(Path.of(arguments[2])))) {
            String outcome = compiles(bug) ? outcome(suite, List.of(bug, original)) : "-1\t0\tit does not compile";
            report.println(bug.getFileName() + "\t" + outcome);
        }
        // A test that ran out of time may have left a thread that never ends.
        System.exit(0);
    }

    private static boolean compiles(Path bug) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> arguments = new ArrayList<>(List.of("-Xlint:all", "-Werror", "-d", bug.toString()));
        sorted(Files.walk(bug).filter(file -> file.toString().endsWith(".java")))
                .forEach(file -> arguments.add(file.toString()));
        return compiler.run(null, null, null, arguments.toArray(String[]::new)) == 0;
    }

    private static String outcome(Path suite, List<Path> subject) throws IOException {
        List<URL> path = new ArrayList<>();
        for (Path folder : subject) {
            path.add(url(folder));
        }
        path.add(url(suite));
        StopAtFirstFailure.reset();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // The loader stays open, because a test that ran out of time may still run in it.
        ClassLoader loader = new URLClassLoader(path.toArray(URL[]::new), before);
        thread.setContextClassLoader(loader);
        try {
            SummaryGeneratingListener summary = new SummaryGeneratingListener();
            LauncherFactory.create().execute(request(suite, loader), summary);
            return line(summary.getSummary());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static LauncherDiscoveryRequest request(Path suite, ClassLoader loader) throws IOException {
        List<ClassSelector> classes = new ArrayList<>();
        for (Path file : sorted(Files.walk(suite))) {
            String name = suite.relativize(file).toString();
            if (name.endsWith(".class") && !name.contains("$")) {
                String className = name.substring(0, name.length() - ".class".length()).replace('/', '.');
                try {
                    classes.add(selectClass(Class.forName(className, false, loader)));
                } catch (ClassNotFoundException e) {
                    throw new IllegalStateException("a class file under another name than its own: " + file, e);
                }
            }
        }
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(classes)
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                .build();
    }

    private static String line(TestExecutionSummary summary) {
        String first = summary.getFailures().stream()
                .map(failure -> failure.getTestIdentifier().getDisplayName() + ": " + failure.getException())
                .findFirst()
                .orElse("");
        return summary.getTestsStartedCount() + "\t" + summary.getTotalFailureCount() + "\t"
                + first.replaceAll("\\s+", " ");
    }

    private static List<Path> sorted(Stream<Path> files) {
        try (files) {
            return files.sorted().toList();
        }
    }

    private static URL url(Path folder) throws MalformedURLException {
        return folder.toUri().toURL();
    }
}
