package fex.maven.plugin;

import fex.launch.LaunchException;
import fex.launch.Run;
import fex.launch.Settings;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.configuration.PlexusConfiguration;
import org.eclipse.aether.RepositorySystem;

/**
 * A command of fex as a goal: the binary does all of the work, for the whole reactor at once.
 *
 * <p>What the build says of fex is handed to the binary as it is, as settings that take the place of those in {@code fex.toml}. The
 * binary asks the build in its turn how the tests run, with the options that this build was started with.
 */
abstract class CommandMojo extends AbstractMojo {
    private final RepositorySystem repositories;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    private MavenSession session;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${mojoExecution}", readonly = true, required = true)
    private MojoExecution execution;

    /**
     * Settings of {@code fex.toml}, with the same keys; tables are elements with their keys inside, and what has several values is
     * written several times. On the command line, {@code -Dfex.KEY=VALUE} sets one, such as {@code -Dfex.extreme.only=com.acme.*}.
     */
    @Parameter
    private PlexusConfiguration settings;

    /** Further arguments of the command. */
    @Parameter(property = "fex.arguments")
    private List<String> arguments;

    /** A binary of fex that takes the place of the one in the repositories. */
    @Parameter(property = "fex.binary")
    private File binary;

    /** Whether fex does nothing. */
    @Parameter(property = "fex.skip", defaultValue = "false")
    private boolean skip;

    CommandMojo(RepositorySystem repositories) {
        this.repositories = repositories;
    }

    /** Flags of the command that it always has here. */
    protected abstract List<String> flags();

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("fex is skipped");
        } else if (Settings.isAskedByFex(session.getUserProperties())) {
            getLog().debug("this build is one of fex itself");
        } else if (!isLast()) {
            getLog().info("fex runs once for all modules, with the last one");
        } else {
            run();
        }
    }

    /** Whether this goal is a part of the build, and not one that was asked for by its name. */
    protected final boolean isPartOfBuild() {
        return execution.getSource() == MojoExecution.Source.LIFECYCLE;
    }

    /** Whether all modules that have this plugin are built when this one is. */
    private boolean isLast() {
        if (!isPartOfBuild()) {
            return true;
        }
        String plugin = execution.getPlugin().getKey();
        MavenProject last = project;
        for (MavenProject module : session.getProjects()) {
            if (module.getPlugin(plugin) != null) {
                last = module;
            }
        }
        return last == project;
    }

    private void run() throws MojoExecutionException, MojoFailureException {
        String goal = execution.getGoal();
        Run run;
        try {
            Path program = new Repositories(repositories, session, project).binary(execution.getPlugin(), binary);
            List<String> command = new ArrayList<>(Arrays.asList(program.toString(), goal));
            command.addAll(flags());
            command.addAll(arguments == null ? Collections.emptyList() : arguments);
            for (String setting : Reactor.settings(session, settings)) {
                command.add("--set");
                command.add(setting);
            }
            getLog().debug(String.join(" ", command));
            String home = System.getProperty("maven.home");
            File folder = new File(session.getExecutionRootDirectory());
            run = Run.of(command, folder, home == null ? null : new File(home), getLog()::info);
        } catch (LaunchException refused) {
            throw new MojoExecutionException(refused.getMessage(), refused);
        }
        String said = "fex " + goal + ": " + run.error();
        if (run.isFinding()) {
            throw new MojoFailureException(said);
        }
        if (!run.isClean()) {
            throw new MojoExecutionException(said);
        }
    }
}
