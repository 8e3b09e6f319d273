package fex.maven.plugin;

import fex.launch.Binary;
import fex.launch.LaunchException;
import java.io.File;
import java.nio.file.Path;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/** Where a build has its plugins from, and so the binary. */
final class Repositories {
    private final RepositorySystem system;
    private final MavenSession session;
    private final MavenProject project;

    Repositories(RepositorySystem system, MavenSession session, MavenProject project) {
        this.system = system;
        this.session = session;
        this.project = project;
    }

    /** The binary that is named, or the one that belongs to a plugin. */
    Path binary(Plugin plugin, File named) throws LaunchException {
        Binary binary = new Binary(plugin.getVersion(), "-Dfex.binary");
        if (named != null) {
            return binary.named(named);
        }
        Artifact artifact = new DefaultArtifact(
                plugin.getGroupId(), Binary.ARTIFACT, Binary.platform(), Binary.TYPE, plugin.getVersion());
        ArtifactRequest request =
                new ArtifactRequest().setArtifact(artifact).setRepositories(project.getRemotePluginRepositories());
        try {
            return binary.resolved(system.resolveArtifact(session.getRepositorySession(), request)
                    .getArtifact()
                    .getFile());
        } catch (ArtifactResolutionException absent) {
            throw binary.absent(absent.getMessage());
        }
    }
}
