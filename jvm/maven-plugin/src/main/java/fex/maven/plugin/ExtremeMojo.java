package fex.maven.plugin;

import java.util.Collections;
import java.util.List;
import javax.inject.Inject;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.eclipse.aether.RepositorySystem;

/** Removes method bodies, and reports the methods whose removal no test notices. */
@Mojo(name = "extreme", defaultPhase = LifecyclePhase.VERIFY, aggregator = true, threadSafe = true)
public final class ExtremeMojo extends CommandMojo {
    /**
     * A goal whose binary comes from repositories.
     *
     * @param repositories where it comes from
     */
    @Inject
    public ExtremeMojo(RepositorySystem repositories) {
        super(repositories);
    }

    @Override
    protected List<String> flags() {
        return Collections.singletonList("--reports");
    }
}
