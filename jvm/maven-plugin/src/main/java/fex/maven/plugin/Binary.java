package fex.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;

/**
 * The binary of fex: an artifact of its own for each platform, of the version of this plugin, resolved like every other one.
 *
 * <p>It runs where the local repository has it, so nothing is unpacked.
 */
final class Binary {
    private static final String ARTIFACT = "fex-binary";

    private final Plugin plugin;
    private final RepositorySystem repositories;
    private final MavenSession session;
    private final MavenProject project;

    Binary(Plugin plugin, RepositorySystem repositories, MavenSession session, MavenProject project) {
        this.plugin = plugin;
        this.repositories = repositories;
        this.session = session;
        this.project = project;
    }

    /** The binary that is named, or the one from the repositories; it runs here, and has the version of this plugin. */
    Path find(File named) throws MojoExecutionException {
        Path program = named == null ? resolved() : named.toPath().toAbsolutePath();
        String version = version(program);
        if (!version.startsWith("fex ")) {
            // A program for another machine may have been read as a script.
            throw unfit(program, "it says `" + version + "`");
        }
        if (!version.equals("fex " + plugin.getVersion())) {
            throw new MojoExecutionException("`" + program + "` is " + version + ", and this plugin is for fex " + plugin.getVersion()
                    + "; use the version of the plugin that belongs to the binary");
        }
        return program;
    }

    private Path resolved() throws MojoExecutionException {
        ArtifactRequest request = new ArtifactRequest()
                .setArtifact(new DefaultArtifact(plugin.getGroupId(), ARTIFACT, platform(), "exe", plugin.getVersion()))
                .setRepositories(project.getRemotePluginRepositories());
        try {
            File file = repositories
                    .resolveArtifact(session.getRepositorySession(), request)
                    .getArtifact()
                    .getFile();
            // Repositories know no permissions.
            if (!file.canExecute() && !file.setExecutable(true)) {
                throw new MojoExecutionException(
                        "`" + file + "` cannot be made executable; copy it, and name the copy with -Dfex.binary=PATH");
            }
            return file.toPath();
        } catch (ArtifactResolutionException absent) {
            throw new MojoExecutionException("there is no fex " + plugin.getVersion() + " for this platform, `" + platform()
                    + "`, in the repositories; build it here from its sources, and name it with -Dfex.binary=PATH, or install it "
                    + "with `fex plugins` (" + absent.getMessage() + ")");
        }
    }

    /** This platform in the words of other artifacts with binaries, such as those of protoc: {@code linux-x86_64}. */
    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        system = system.startsWith("mac") ? "osx" : system.startsWith("windows") ? "windows" : system;
        if (Arrays.asList("amd64", "x86-64", "x64").contains(machine)) {
            machine = "x86_64";
        } else if (machine.equals("aarch64") || machine.equals("arm64")) {
            machine = "aarch_64";
        }
        return system + "-" + machine;
    }

    /** What a binary says that it is. */
    private static String version(Path program) throws MojoExecutionException {
        if (!Files.isExecutable(program)) {
            throw new MojoExecutionException("`" + program + "` is no program; -Dfex.binary=PATH names one");
        }
        try {
            return Run.firstLine(program.toString(), "--version");
        } catch (IOException refused) {
            throw unfit(program, refused.getMessage());
        }
    }

    private static MojoExecutionException unfit(Path program, String reason) {
        return new MojoExecutionException("`" + program + "` does not run on this platform, `" + platform() + "`: " + reason
                + "; build fex here from its sources, and name it with -Dfex.binary=PATH");
    }
}
