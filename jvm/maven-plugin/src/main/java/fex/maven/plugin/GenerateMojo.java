package fex.maven.plugin;

import java.util.Collections;
import java.util.List;
import javax.inject.Inject;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.eclipse.aether.RepositorySystem;

/** Computes suites from representation invariants, and writes them as tests. */
@Mojo(name = "generate", defaultPhase = LifecyclePhase.PROCESS_TEST_SOURCES, aggregator = true, threadSafe = true)
public final class GenerateMojo extends CommandMojo {
    /**
     * A goal whose binary comes from repositories.
     *
     * @param repositories where it comes from
     */
    @Inject
    public GenerateMojo(RepositorySystem repositories) {
        super(repositories);
    }

    @Override
    protected List<String> flags() {
        return Collections.emptyList();
    }
}
