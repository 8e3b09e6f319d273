package fex.maven.plugin;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import org.apache.maven.execution.MavenExecutionRequest;
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
    /** Exit codes of the binary for what a build is to be stopped by, as opposed to what is wrong with the build. */
    private static final List<Integer> FINDINGS = Arrays.asList(1, 6);

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
        Path program = new Binary(execution.getPlugin(), repositories, session, project).find(binary);
        List<String> command = new ArrayList<>(Arrays.asList(program.toString(), goal));
        command.addAll(flags());
        command.addAll(arguments == null ? Collections.emptyList() : arguments);
        for (String setting : settings()) {
            command.add("--set");
            command.add(setting);
        }
        getLog().debug(String.join(" ", command));
        Run run = Run.of(command, new File(session.getExecutionRootDirectory()), getLog());
        if (run.exit() == 0) {
            return;
        }
        String said = "fex " + goal + ": " + run.error();
        if (FINDINGS.contains(run.exit())) {
            throw new MojoFailureException(said);
        }
        throw new MojoExecutionException(said);
    }

    /** What the build says of fex, and what the build that fex asks has to know of this one. */
    private List<String> settings() {
        Properties properties = session.getUserProperties();
        Settings all = new Settings();
        all.addProperties(properties);
        all.addConfiguration(settings);
        MavenExecutionRequest request = session.getRequest();
        all.addArguments(request, properties);
        if (session.getProjects().size() < session.getAllProjects().size()) {
            all.addModules(session.getProjects());
        }
        return all.list();
    }
}
