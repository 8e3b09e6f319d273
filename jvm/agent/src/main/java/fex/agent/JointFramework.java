package fex.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** TestNG beside JUnit in one module: each test belongs to the framework that its id is of. */
final class JointFramework implements TestFramework {
    private final TestFramework testng;
    private final TestFramework junit;

    JointFramework(TestFramework testng, TestFramework junit) {
        this.testng = testng;
        this.junit = junit;
    }

    @Override
    public String name() {
        return testng.name() + " and " + junit.name();
    }

    @Override
    public List<Report.Unit> discover(List<Class<?>> classes, List<String> groups, List<String> excludedGroups) {
        List<Report.Unit> units = new ArrayList<>(testng.discover(classes, groups, excludedGroups));
        units.addAll(junit.discover(classes, groups, excludedGroups));
        return units;
    }

    @Override
    public void runAll(Set<String> leftOut, Listener listener) {
        testng.runAll(leftOut, listener);
        junit.runAll(leftOut, listener);
    }

    @Override
    public Outcome run(String id) throws Exception {
        return isOfTestNG(id) ? testng.run(id) : junit.run(id);
    }

    @Override
    public void run(List<String> ids, Listener listener) throws Exception {
        List<String> theirs = ids.stream().filter(JointFramework::isOfTestNG).toList();
        if (!theirs.isEmpty()) {
            testng.run(theirs, listener);
        }
        List<String> others = ids.stream().filter(id -> !isOfTestNG(id)).toList();
        if (!others.isEmpty()) {
            junit.run(others, listener);
        }
    }

    private static boolean isOfTestNG(String id) {
        return id.startsWith(TestNGFramework.ID);
    }
}
