package fex.gradle;

import fex.launch.Binary;
import fex.launch.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.artifacts.Dependency;
import org.gradle.api.file.FileCollection;
import org.gradle.api.initialization.dsl.ScriptHandler;

/** What all commands of a project have in common: the binary, and what the build says of fex. */
final class Program {
    private static final String VERSION = version();

    private final Project project;
    private final FexExtension extension;
    private final Map<String, String> properties;
    private final boolean isAskedByFex;
    private final FileCollection resolved;

    Program(Project project, FexExtension extension) {
        this.project = project;
        this.extension = extension;
        this.properties = project.getGradle().getStartParameter().getProjectProperties();
        this.isAskedByFex = Settings.isAskedByFex(project.getGradle().getStartParameter().getSystemPropertiesArgs());
        this.resolved = resolved(project.getBuildscript());
    }

    /** Tells a task what it does. */
    void prepare(CommandTask task, List<String> command) {
        task.setGroup("fex");
        task.setCommand(command);
        task.setVersion(VERSION);
        task.setNamed(properties.containsKey("fex.binary") || extension.getBinary() != null);
        task.getBinary().from((Callable<Object>) this::binary);
        task.getArguments().set(project.provider(this::arguments));
        task.getSettings().set(project.provider(this::settings));
        // A build that fex asks has no task that depends on one of fex.
        task.setEnabled(!properties.containsKey("fex.skip") && !isAskedByFex);
    }

    /** The artifact of this platform; it is in the repositories that the plugin comes from. */
    private static FileCollection resolved(ScriptHandler plugins) {
        String coordinates = "fex:" + Binary.ARTIFACT + ":" + VERSION + ":" + Binary.platform() + "@" + Binary.TYPE;
        Dependency artifact = plugins.getDependencies().create(coordinates);
        Configuration only = plugins.getConfigurations().detachedConfiguration(artifact);
        // What cannot be had is said by the task that needs it.
        return only.getIncoming().artifactView(view -> view.lenient(true)).getFiles();
    }

    private Object binary() {
        if (properties.containsKey("fex.binary")) {
            return project.file(properties.get("fex.binary"));
        }
        return extension.getBinary() == null ? resolved : extension.getBinary();
    }

    private List<String> arguments() {
        String arguments = properties.get("fex.arguments");
        return arguments == null ? Collections.emptyList() : Arrays.asList(arguments.split(","));
    }

    private List<String> settings() {
        Settings settings = new Settings();
        settings.addProperties(properties);
        settings.addAll(extension.getSettings());
        return settings.list();
    }

    private static String version() {
        Properties properties = new Properties();
        try (InputStream stream = Program.class.getResourceAsStream("plugin.properties")) {
            properties.load(stream);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return properties.getProperty("version");
    }
}
