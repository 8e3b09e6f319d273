package fex.maven;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;

/**
 * What it takes to run a project's tests and is not on its class path: Surefire, too, adds the launcher of the JUnit
 * Platform and the engine of Jupiter in the project's versions.
 */
final class Frameworks {
    /** Has everything of JUnit 3.8, and runs its tests. */
    private static final String JUNIT_4 = "junit:junit:4.13.2";

    private final RepositorySystem repositories;
    private final MavenSession session;

    Frameworks(RepositorySystem repositories, MavenSession session) {
        this.repositories = repositories;
        this.session = session;
    }

    /** The files to put behind a project's class path. */
    List<String> missing(MavenProject project) throws DependencyResolutionException {
        String platform = version(project, "org.junit.platform", "junit-platform-commons");
        String api = version(project, "org.junit.jupiter", "junit-jupiter-api");
        // What is resolved together comes in versions that go together.
        List<String> wanted = new ArrayList<>();
        if (platform != null && version(project, "org.junit.platform", "junit-platform-launcher") == null) {
            wanted.add("org.junit.platform:junit-platform-launcher:" + platform);
        }
        if (api != null && version(project, "org.junit.jupiter", "junit-jupiter-engine") == null) {
            wanted.add("org.junit.jupiter:junit-jupiter-engine:" + api);
        }
        if (platform == null && isJUnit3(version(project, "junit", "junit"))) {
            wanted.add(JUNIT_4);
        }
        return wanted.isEmpty() ? Collections.emptyList() : resolved(project, wanted);
    }

    private static boolean isJUnit3(String version) {
        return version != null && version.startsWith("3.");
    }

    private static String version(MavenProject project, String group, String name) {
        for (Artifact artifact : project.getArtifacts()) {
            if (artifact.getGroupId().equals(group) && artifact.getArtifactId().equals(name)) {
                return artifact.getBaseVersion();
            }
        }
        return null;
    }

    private List<String> resolved(MavenProject project, List<String> coordinates) throws DependencyResolutionException {
        List<Dependency> dependencies = new ArrayList<>();
        for (String one : coordinates) {
            dependencies.add(new Dependency(new DefaultArtifact(one), "runtime"));
        }
        CollectRequest collect =
                new CollectRequest(dependencies, Collections.emptyList(), project.getRemoteProjectRepositories());
        List<String> files = new ArrayList<>();
        DependencyRequest request = new DependencyRequest(collect, null);
        for (ArtifactResult result :
                repositories.resolveDependencies(session.getRepositorySession(), request).getArtifactResults()) {
            files.add(result.getArtifact().getFile().getPath());
        }
        return files;
    }
}
