import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the tests of some classes, found as fex finds them, and says on standard error how many microseconds they took. With the property
 * {@code outcomes}, it writes a line for each test into that file: its outcome, class and method, and its name in the JUnit Platform. The
 * property {@code excluded} names tests that are left out, as {@code Class#method} with commas between them.
 */
public final class PlainSuite {
    /** Keeps what became of each test. */
    private static final class Outcomes implements TestExecutionListener {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            add(test, "SKIPPED");
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            add(test, result.getStatus().name());
        }

        private void add(TestIdentifier test, String outcome) {
            if (test.isTest()) {
                String method = test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast)
                        .map(source -> source.getClassName() + "." + source.getMethodName()).orElse("");
                lines.add(outcome + "\t" + method + "\t" + test.getUniqueId().replace('\n', ' '));
            }
        }
    }

    public static void main(String[] classes) throws Exception {
        List<DiscoverySelector> selectors = new ArrayList<>();
        for (String name : classes) {
            selectors.add(selectClass(Class.forName(name, false, ClassLoader.getSystemClassLoader())));
        }
        Launcher launcher = LauncherFactory.create();
        Set<String> excluded = Set.of(System.getProperty("excluded", "").split(","));
        PostDiscoveryFilter others = test -> FilterResult.includedIf(
                test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast).map(source -> {
                    String name = source.getClassName();
                    return name.substring(name.lastIndexOf('.') + 1) + "#" + source.getMethodName();
                }).filter(excluded::contains).isEmpty());
        TestPlan plan = launcher.discover(LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors)
                .filters(others)
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .build());
        Outcomes outcomes = new Outcomes();
        String file = System.getProperty("outcomes");
        long since = System.nanoTime();
        launcher.execute(plan, file == null ? new TestExecutionListener[0] : new TestExecutionListener[] {outcomes});
        long micros = (System.nanoTime() - since) / 1_000;
        if (file != null) {
            Files.write(Path.of(file), outcomes.lines);
        }
        // Tests may leave a line unfinished, and those of commons-csv close the standard output.
        System.err.println("\nmicros " + micros);
        System.exit(0);
    }
}
