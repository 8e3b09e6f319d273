package fex.maven.plugin;

import java.util.Collections;
import java.util.List;
import javax.inject.Inject;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.eclipse.aether.RepositorySystem;

/** Says which assertions check too much, and which inputs of tests nothing checks. */
@Mojo(name = "taint", defaultPhase = LifecyclePhase.VERIFY, aggregator = true, threadSafe = true)
public final class TaintMojo extends CommandMojo {
    /**
     * A goal whose binary comes from repositories.
     *
     * @param repositories where it comes from
     */
    @Inject
    public TaintMojo(RepositorySystem repositories) {
        super(repositories);
    }

    @Override
    protected List<String> flags() {
        return Collections.singletonList("--reports");
    }
}
