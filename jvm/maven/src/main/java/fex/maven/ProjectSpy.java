package fex.maven;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.nio.file.StandardOpenOption;
import javax.inject.Inject;
import javax.inject.Named;
import javax.inject.Singleton;
import org.apache.maven.eventspy.AbstractEventSpy;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.plugin.MojoExecution;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.eclipse.aether.RepositorySystem;

/**
 * Watches a build up to the point where Surefire would run the tests of a module, writes down what Surefire would do, and
 * keeps it from doing so.
 *
 * <p>At that point Maven has compiled everything, resolved the class path and settled every parameter, whichever plugin,
 * profile or property they come from. One line of JSON is written for each execution of Surefire.
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
            }
        }
    }

    private static boolean isSurefire(MojoExecution mojo) {
        return mojo.getArtifactId().equals("maven-surefire-plugin") && mojo.getGoal().equals("test");
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
