package fex.agent;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/** Tests of the JUnit Platform, with whatever engines the project has. */
final class PlatformFramework implements TestFramework {
    private final LauncherSource launchers = LauncherSource.find();
    private final Optional<VintageTests> vintage = VintageTests.find();
    private final Map<String, Report.Unit> units = new LinkedHashMap<>();
    private LauncherDiscoveryRequestBuilder wanted;
    private TestPlan discovered;
    private StableNames names = new StableNames();

    @Override
    public String name() {
        String version = Launcher.class.getPackage().getImplementationVersion();
        return version == null ? "JUnit Platform" : "JUnit Platform " + version;
    }

    @Override
    public List<Report.Unit> discover(List<Class<?>> classes, List<String> groups, List<String> excludedGroups) {
        List<DiscoverySelector> selectors = new ArrayList<>();
        classes.forEach(type -> selectors.add(selectClass(type)));
        wanted = request(selectors);
        if (!groups.isEmpty()) {
            wanted.filters(TagFilter.includeTags(groups));
        }
        if (!excludedGroups.isEmpty()) {
            wanted.filters(TagFilter.excludeTags(excludedGroups));
        }
        discovered = launchers.launcher().discover(wanted.build());
        names = new StableNames();
        units.clear();
        discovered.getRoots().forEach(root -> discovered.getChildren(root).forEach(this::collect));
        return List.copyOf(units.values());
    }

    /** A test is what has no parts before it runs: a test, or a template of tests. */
    private void collect(TestIdentifier identifier) {
        var parts = discovered.getChildren(identifier);
        if (parts.isEmpty()) {
            Report.Unit unit = unit(identifier);
            units.put(unit.id(), unit);
        } else {
            parts.forEach(this::collect);
        }
    }

    private Report.Unit unit(TestIdentifier identifier) {
        String id = names.of(identifier.getUniqueId());
        String container = container(identifier);
        TestSource source = identifier.getSource().orElse(null);
        if (source instanceof MethodSource method) {
            return new Report.Unit(id, container, method.getClassName(), method.getMethodName());
        }
        String type = source instanceof ClassSource of ? of.getClassName() : "";
        return new Report.Unit(id, container, type, StableNames.common(identifier.getDisplayName()));
    }

    private static String container(TestIdentifier identifier) {
        return StableNames.common(identifier.getParentId().orElse(""));
    }

    @Override
    public void runAll(Set<String> leftOut, Listener listener) {
        if (!leftOut.isEmpty()) {
            names = new StableNames();
            PostDiscoveryFilter others = test -> FilterResult.includedIf(!leftOut.contains(name(test)));
            discovered = launchers.launcher().discover(wanted.filters(others).build());
            units.keySet().removeAll(leftOut);
        }
        launchers.launcher().execute(discovered, new Suite(units.keySet(), names, listener));
    }

    @Override
    public Outcome run(String id) throws ClassNotFoundException {
        if (isOfJUnit4(id)) {
            return vintage.orElseThrow().run(id);
        }
        Single single = new Single(id);
        if (!StableNames.isMade(id)) {
            launchers.launcher().execute(request(List.of(selectUniqueId(id))).build(), single);
            return single.outcome();
        }
        // It is found by what is around it, and has another id each time.
        names = new StableNames();
        String around = id.substring(0, id.lastIndexOf("/[", id.indexOf(StableNames.ANY)));
        PostDiscoveryFilter wanted = test -> FilterResult.includedIf(name(test).equals(id));
        launchers.launcher().execute(request(List.of(selectUniqueId(around))).filters(wanted).build(), single);
        return single.outcome();
    }

    @Override
    public void run(List<String> ids, Listener listener) throws ClassNotFoundException {
        List<DiscoverySelector> selectors = new ArrayList<>();
        List<String> ofJUnit4 = new ArrayList<>();
        for (String id : ids) {
            if (StableNames.isMade(id)) {
                listener.started(id, "");
                listener.finished(id, run(id));
            } else if (isOfJUnit4(id)) {
                ofJUnit4.add(id);
            } else {
                selectors.add(selectUniqueId(id));
            }
        }
        if (!ofJUnit4.isEmpty()) {
            vintage.orElseThrow().run(ofJUnit4, listener);
        }
        if (selectors.isEmpty()) {
            return;
        }
        Suite suite = new Suite(Set.copyOf(ids), new StableNames(), listener);
        launchers.launcher().execute(request(selectors).build(), suite);
    }

    /** Whether JUnit 4 itself can run a test. */
    private boolean isOfJUnit4(String id) throws ClassNotFoundException {
        return vintage.isPresent() && vintage.get().has(id);
    }

    /** The name of a test; containers are not numbered. */
    private String name(TestDescriptor test) {
        String id = test.getUniqueId().toString();
        return test.getChildren().isEmpty() ? names.of(id) : id;
    }

    private static LauncherDiscoveryRequestBuilder request(List<? extends DiscoverySelector> selectors) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors)
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false");
    }

    private static Outcome outcome(TestExecutionResult result) {
        return switch (result.getStatus()) {
            case SUCCESSFUL -> Outcome.PASSED;
            case ABORTED -> Outcome.ABORTED;
            case FAILED -> Outcome.failed(result.getThrowable().orElse(null));
        };
    }

    /** Takes the parts of one test together. A container in it that does not fail says nothing. */
    private static final class Single implements TestExecutionListener {
        private final Parts parts = new Parts();
        private final String id;

        Single(String id) {
            this.id = id;
        }

        @Override
        public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
            Outcome outcome = PlatformFramework.outcome(result);
            if (identifier.isTest()) {
                parts.add(outcome);
            } else if (outcome.hasFailed()) {
                boolean isAround = id.startsWith(identifier.getUniqueId() + "/");
                if (isAround) {
                    parts.addAround(outcome);
                } else {
                    parts.add(outcome);
                }
            }
        }

        Outcome outcome() {
            return parts.outcome();
        }
    }

    /** Tells of every test that was asked for, and of the containers around them. */
    private static final class Suite implements TestExecutionListener {
        private final Set<String> asked;
        private final StableNames names;
        private final Listener listener;
        private Single current;

        Suite(Set<String> asked, StableNames names, Listener listener) {
            this.asked = asked;
            this.names = names;
            this.listener = listener;
        }

        @Override
        public void executionStarted(TestIdentifier identifier) {
            String id = names.of(identifier.getUniqueId());
            if (asked.contains(id)) {
                current = new Single(id);
                listener.started(id, container(identifier));
            }
        }

        @Override
        public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
            String id = names.of(identifier.getUniqueId());
            if (current != null) {
                current.executionFinished(identifier, result);
            }
            if (asked.contains(id)) {
                listener.finished(id, current.outcome());
                current = null;
            } else if (current == null) {
                listener.finished(StableNames.common(identifier.getUniqueId()), outcome(result));
            }
            if (isOfEngine(identifier)) {
                listener.left();
            }
        }

        /** Whether an engine has found it in no other container: a class as a rule. */
        private static boolean isOfEngine(TestIdentifier identifier) {
            String parent = identifier.getParentId().orElse("");
            return parent.startsWith("[engine:", parent.lastIndexOf('/') + 1);
        }
    }
}
