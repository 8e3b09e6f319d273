package fex.junit;

import org.junit.rules.TestRule;
import org.junit.runner.Description;
import org.junit.runners.model.Statement;

/**
 * A rule for tests of JUnit 4 that does what {@link VirtualEnvironment} does for those of JUnit 5, from before {@code @Before} until after
 * {@code @After}. What a test uses of the machine all the same is printed as an error.
 */
public final class VirtualEnvironmentRule implements TestRule {
    @Override
    public Statement apply(Statement test, Description description) {
        return new Statement() {
            @Override
            public void evaluate() throws Throwable {
                Environments.begin(description.getDisplayName());
                Throwable failure = null;
                try {
                    test.evaluate();
                } catch (Throwable thrown) {
                    failure = thrown;
                }
                try {
                    Environments.end()
                            .forEach(used -> System.err.println("not virtual: " + description.getDisplayName() + " " + used));
                } catch (Throwable ended) {
                    failure = failure == null ? ended : failure;
                }
                if (failure != null) {
                    throw failure;
                }
            }
        };
    }
}
