package fex.maven.plugin;

import java.util.Collections;
import java.util.List;
import javax.inject.Inject;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.eclipse.aether.RepositorySystem;

/** Says how much of the feasible pairs suites cover, and which are missing. */
@Mojo(name = "coverage", defaultPhase = LifecyclePhase.VERIFY, aggregator = true, threadSafe = true)
public final class CoverageMojo extends CommandMojo {
    /**
     * A goal whose binary comes from repositories.
     *
     * @param repositories where it comes from
     */
    @Inject
    public CoverageMojo(RepositorySystem repositories) {
        super(repositories);
    }

    @Override
    protected List<String> flags() {
        return Collections.emptyList();
    }
}
