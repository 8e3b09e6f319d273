package fex.maven;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.inject.Inject;
import javax.inject.Named;
import javax.inject.Singleton;
import org.apache.maven.eventspy.AbstractEventSpy;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.eclipse.aether.RepositorySystem;

/**
 * Watches a build up to the point where Surefire would run the tests of a module, writes down what Surefire would do, and
 * keeps it from doing so.
 *
 * <p>At that point Maven has compiled everything, resolved the class path and settled every parameter, whichever plugin,
 * profile or property they come from. One line of JSON is written for each execution of Surefire, and one for each module that
 * cannot be built.
 */
@Named
@Singleton
public final class ProjectSpy extends AbstractEventSpy {
    private final RepositorySystem repositories;

    @Inject
    public ProjectSpy(RepositorySystem repositories) {
        this.repositories = repositories;
    }

    @Override
    public void onEvent(Object event) throws Exception {
        if (event instanceof ExecutionEvent) {
            ExecutionEvent execution = (ExecutionEvent) event;
            if (execution.getType() == ExecutionEvent.Type.MojoStarted && isSurefire(execution.getMojoExecution())) {
                write(execution);
            } else if (execution.getType() == ExecutionEvent.Type.ProjectFailed) {
                append(Json.write(failed(execution.getProject(), cause(execution.getException()))) + "\n");
            } else if (execution.getType() == ExecutionEvent.Type.ProjectSkipped) {
                append(Json.write(failed(execution.getProject(), "it needs a module that cannot be built")) + "\n");
            }
        }
    }

    private static boolean isSurefire(MojoExecution mojo) {
        return mojo.getArtifactId().equals("maven-surefire-plugin") && mojo.getGoal().equals("test");
    }

    /** A module that cannot be built; Maven goes on with those that do not need it. */
    private static Map<String, Object> failed(MavenProject project, String cause) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("name", project.getArtifactId());
        all.put("base", project.getBasedir().getPath());
        all.put("failed", cause);
        return all;
    }

    /** What went wrong, as the plugin says it and not as Maven repeats it. */
    private static String cause(Exception problem) {
        Throwable cause = problem;
        while (cause != null && cause.getCause() != null && cause.getCause().getMessage() != null) {
            cause = cause.getCause();
        }
        return cause == null ? "" : String.valueOf(cause.getMessage());
    }

    private void write(ExecutionEvent event) throws Exception {
        Execution execution = new Execution(event, new Frameworks(repositories, event.getSession()));
        String line = Json.write(execution.describe()) + "\n";
        append(line);
        // The mojo is configured after this event.
        Xpp3Dom configuration = event.getMojoExecution().getConfiguration();
        Xpp3Dom skip = configuration.getChild("skipTests");
        if (skip == null) {
            skip = new Xpp3Dom("skipTests");
            configuration.addChild(skip);
        }
        skip.setValue("true");
    }

    /** Modules may be built at the same time. */
    private static synchronized void append(String line) throws IOException {
        try (Writer to = Files.newBufferedWriter(
                Paths.get(System.getProperty("fex.modules")),
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND)) {
            to.write(line);
        }
    }
}
