package fex.maven.plugin;

import java.util.Collections;
import java.util.List;
import javax.inject.Inject;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.eclipse.aether.RepositorySystem;

/** Brings suites up to date. As a part of a build it changes nothing, and fails where a suite is not up to date. */
@Mojo(name = "refresh", defaultPhase = LifecyclePhase.VERIFY, aggregator = true, threadSafe = true)
public final class RefreshMojo extends CommandMojo {
    /**
     * A goal whose binary comes from repositories.
     *
     * @param repositories where it comes from
     */
    @Inject
    public RefreshMojo(RepositorySystem repositories) {
        super(repositories);
    }

    @Override
    protected List<String> flags() {
        // Who runs a build wants to know; who asks for this goal wants the suites.
        return isPartOfBuild() ? Collections.singletonList("--check") : Collections.emptyList();
    }
}
