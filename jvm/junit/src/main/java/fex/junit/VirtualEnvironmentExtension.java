package fex.junit;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What {@link VirtualEnvironment} stands for. Registered with {@code @RegisterExtension}, it also does for parts of a test class. */
public final class VirtualEnvironmentExtension implements BeforeEachCallback, AfterEachCallback {
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
