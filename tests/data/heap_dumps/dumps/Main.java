package dumps;

import java.io.File;
import java.io.PrintWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs each test of a class on several programs, more than once, and writes what the heap was at the ends of a method. */
public final class Main {
    /** How often each test runs on each program: what changes from one run to the next is noise. */
    private static final int RUNS = 2;

    private Main() {}

    /**
     * Arguments: the output, a temporary folder, the class path behind the programs, and a file with a line for each program: its
     * source, a folder for its classes, and the name of the test class, with tabs in between.
     */
    public static void main(String[] arguments) throws Exception {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(arguments[0])))) {
            for (String line : Files.readAllLines(Path.of(arguments[3]))) {
                String[] parts = line.split("\t");
                for (int run = 0; run < RUNS; run++) {
                    run(out, parts[1], run, parts[2], arguments);
                }
            }
        }
        System.exit(0);
    }

    private static void run(PrintWriter out, String program, int run, String testClass, String[] arguments) throws Exception {
        List<URL> folders = new ArrayList<>();
        for (String folder : (program + File.pathSeparator + arguments[2]).split(File.pathSeparator)) {
            folders.add(Path.of(folder).toUri().toURL());
        }
        try (URLClassLoader loader = new URLClassLoader(folders.toArray(URL[]::new), Main.class.getClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            Launcher launcher = LauncherFactory.create();
            LauncherDiscoveryRequest all = LauncherDiscoveryRequestBuilder.request()
                    .selectors(DiscoverySelectors.selectClass(loader.loadClass(testClass)))
                    .build();
            TestIdentifier[] tests = launcher.discover(all).getRoots().stream()
                    .flatMap(root -> launcher.discover(all).getDescendants(root).stream())
                    .filter(test -> test.isTest() || test.getType().isContainer() && test.getUniqueId().contains("test-template"))
                    .toArray(TestIdentifier[]::new);
            for (TestIdentifier test : tests) {
                Ends.begin(Path.of(arguments[1]));
                boolean[] failed = {false};
                launcher.execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(DiscoverySelectors.selectUniqueId(test.getUniqueId()))
                                .build(),
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(TestIdentifier ended, TestExecutionResult result) {
                                failed[0] |= result.getStatus() != TestExecutionResult.Status.SUCCESSFUL;
                            }
                        });
                String key = program + "\t" + run + "\t" + test.getUniqueId() + "\t";
                out.println(key + "failed\t\t" + failed[0]);
                List<Map<String, String>> ends = Ends.seen();
                out.println(key + "ends\t\t" + Ends.count());
                for (int end = 0; end < ends.size(); end++) {
                    for (Map.Entry<String, String> value : ends.get(end).entrySet()) {
                        out.println(key + end + "\t" + value.getKey() + "\t" + value.getValue());
                    }
                }
            }
        }
    }
}
