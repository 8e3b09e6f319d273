package fex.junit;

import java.lang.reflect.Constructor;
import java.util.Optional;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;

/** What {@link VirtualEnvironment} stands for. Registered with {@code @RegisterExtension}, it also does for parts of a test class. */
public final class VirtualEnvironmentExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback, InvocationInterceptor {
    @Override
    public void beforeAll(ExtensionContext tests) {
        if (isOutermost(tests)) {
            Environments.beginClass();
        }
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        if (isOutermost(tests)) {
            Environments.abandon();
            Environments.endClass();
        }
    }

    private static boolean isOutermost(ExtensionContext tests) {
        return tests.getParent().flatMap(ExtensionContext::getTestClass).isEmpty();
    }

    /** Fields and constructors of an instance that is for one test belong to that test. One for all tests is made for real, as {@code @BeforeAll} is. */
    @Override
    public <T> T interceptTestClassConstructor(
            Invocation<T> constructor, ReflectiveInvocationContext<Constructor<T>> called, ExtensionContext tests)
            throws Throwable {
        if (!tests.getTestInstanceLifecycle().equals(Optional.of(Lifecycle.PER_METHOD))) {
            return constructor.proceed();
        }
        Environments.beginToConstruct(called.getTargetClass());
        try {
            return constructor.proceed();
        } catch (Throwable thrown) {
            // No other callback follows.
            Environments.abandon();
            throw thrown;
        }
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        Environments.begin(test.getUniqueId());
    }

    @Override
    public void afterEach(ExtensionContext test) {
        if (Environments.isBegun()) {
            Environments.end().forEach(used -> test.publishReportEntry("not virtual", used));
        }
    }
}
