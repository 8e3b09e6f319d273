package fex.maven.plugin;

import java.util.Collections;
import java.util.List;
import javax.inject.Inject;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.eclipse.aether.RepositorySystem;

/** Writes suites as pages with a picture of each structure. */
@Mojo(name = "report", defaultPhase = LifecyclePhase.VERIFY, aggregator = true, threadSafe = true)
public final class ReportMojo extends CommandMojo {
    /**
     * A goal whose binary comes from repositories.
     *
     * @param repositories where it comes from
     */
    @Inject
    public ReportMojo(RepositorySystem repositories) {
        super(repositories);
    }

    @Override
    protected List<String> flags() {
        return Collections.emptyList();
    }
}
