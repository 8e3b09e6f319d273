import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the tests of some classes, found as fex finds them, and says on standard error how many microseconds they took. */
public final class PlainSuite {
    public static void main(String[] classes) throws Exception {
        List<DiscoverySelector> selectors = new ArrayList<>();
        for (String name : classes) {
            selectors.add(selectClass(Class.forName(name, false, ClassLoader.getSystemClassLoader())));
        }
        Launcher launcher = LauncherFactory.create();
        TestPlan plan = launcher.discover(LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors)
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .build());
        long since = System.nanoTime();
        launcher.execute(plan);
        long micros = (System.nanoTime() - since) / 1_000;
        // Tests may leave a line unfinished, and those of commons-csv close the standard output.
        System.err.println("\nmicros " + micros);
        System.exit(0);
    }
}
