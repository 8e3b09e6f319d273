package fex.junit;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What {@link VirtualEnvironment} stands for. Registered with {@code @RegisterExtension}, it also does for parts of a test class. */
public final class VirtualEnvironmentExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    @Override
    public void beforeAll(ExtensionContext tests) {
        if (isOutermost(tests)) {
            Environments.beginClass();
        }
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        if (isOutermost(tests)) {
            Environments.endClass();
        }
    }

    private static boolean isOutermost(ExtensionContext tests) {
        return tests.getParent().flatMap(ExtensionContext::getTestClass).isEmpty();
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
