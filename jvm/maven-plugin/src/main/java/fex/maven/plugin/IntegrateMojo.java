package fex.maven.plugin;

import java.util.Collections;
import java.util.List;
import javax.inject.Inject;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.eclipse.aether.RepositorySystem;

/** Says how thoroughly tests exercise the calls between classes. */
@Mojo(name = "integrate", defaultPhase = LifecyclePhase.VERIFY, aggregator = true, threadSafe = true)
public final class IntegrateMojo extends CommandMojo {
    /**
     * A goal whose binary comes from repositories.
     *
     * @param repositories where it comes from
     */
    @Inject
    public IntegrateMojo(RepositorySystem repositories) {
        super(repositories);
    }

    @Override
    protected List<String> flags() {
        return Collections.singletonList("--reports");
    }
}
