package fex.gradle;

import fex.launch.Binary;
import fex.launch.LaunchException;
import fex.launch.Run;
import fex.launch.Settings;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.gradle.api.DefaultTask;
import org.gradle.api.GradleException;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;
import org.gradle.api.tasks.TaskAction;

/**
 * A command of fex: the binary does all of the work.
 *
 * <p>What the build says of fex is handed to the binary as it is, as settings that take the place of those in {@code fex.toml}. The
 * binary asks the build in its turn how the tests run, with the options that this build was started with.
 */
public abstract class CommandTask extends DefaultTask {
    private final Surroundings surroundings = Surroundings.of(getProject());
    private final ListProperty<String> settings = getProject().getObjects().listProperty(String.class);
    private final ListProperty<String> arguments = getProject().getObjects().listProperty(String.class);
    private final ConfigurableFileCollection binary = getProject().files();
    private List<String> command = Collections.emptyList();
    private String version = "";
    private boolean isNamed;

    /** The command with its flags. */
    final void setCommand(List<String> command) {
        this.command = command;
    }

    /** The version that the binary has to have. */
    final void setVersion(String version) {
        this.version = version;
    }

    /** Whether a user names the binary, which else comes from repositories. */
    final void setNamed(boolean isNamed) {
        this.isNamed = isNamed;
    }

    /**
     * The command, with the flags that it always has here.
     *
     * @return words, such as {@code extreme}
     */
    @Input
    public List<String> getCommand() {
        return command;
    }

    /**
     * Keys of {@code fex.toml}.
     *
     * @return texts {@code KEY=VALUE}
     */
    @Input
    public ListProperty<String> getSettings() {
        return settings;
    }

    /**
     * Further arguments of the command.
     *
     * @return words, such as {@code --junit}
     */
    @Input
    public ListProperty<String> getArguments() {
        return arguments;
    }

    /**
     * The binary of fex.
     *
     * @return one file, or none if the repositories have none for this platform
     */
    @InputFiles
    @PathSensitive(PathSensitivity.NONE)
    public ConfigurableFileCollection getBinary() {
        return binary;
    }

    /**
     * Properties that this build was started with, as those that fex asks are.
     *
     * @return arguments of Gradle
     */
    @Input
    public List<String> getDefinitions() {
        return surroundings.definitions;
    }

    /**
     * The Java of this build, which compiles and tests unless a project says otherwise.
     *
     * @return its version
     */
    @Input
    public String getJavaVersion() {
        return System.getProperty("java.version");
    }

    /**
     * What the command says, when all is well.
     *
     * @return a file of text
     */
    @OutputFile
    public File getLog() {
        return output("tasks/" + getName() + ".txt");
    }

    /** A file or folder where fex writes what nobody keeps. */
    final File output(String path) {
        return new File(surroundings.folder, "build/fex/" + path);
    }

    /** Runs the command, and fails where the binary does. */
    @TaskAction
    public void run() {
        List<String> said = Collections.synchronizedList(new ArrayList<>());
        try {
            Run run = Run.of(line(), surroundings.folder, surroundings.home, line -> {
                getLogger().lifecycle(line);
                said.add(line);
            });
            if (!run.isClean()) {
                throw new GradleException("fex " + command.get(0) + ": " + run.error());
            }
            Files.createDirectories(getLog().toPath().getParent());
            Files.write(getLog().toPath(), said);
            done();
        } catch (LaunchException refused) {
            throw new GradleException(refused.getMessage(), refused);
        } catch (IOException failure) {
            throw new GradleException("fex " + command.get(0) + ": " + failure.getMessage(), failure);
        }
    }

    /** Keeps what tells whether the command has to run again. */
    void done() throws IOException {}

    private List<String> line() throws LaunchException {
        List<String> line = new ArrayList<>();
        line.add(program().toString());
        line.addAll(command);
        line.addAll(arguments.get());
        Settings all = new Settings();
        all.addAll(settings.get());
        all.addArguments(surroundings.options);
        all.addArguments(surroundings.definitions);
        for (String setting : all.list()) {
            line.add("--set");
            line.add(setting);
        }
        getLogger().debug(String.join(" ", line));
        return line;
    }

    private Path program() throws LaunchException {
        Binary known = new Binary(version, "-Pfex.binary");
        Set<File> found = binary.getFiles();
        if (found.isEmpty()) {
            throw known.absent("no repository of plugins has it");
        }
        File file = found.iterator().next();
        return isNamed ? known.named(file) : known.resolved(file);
    }
}
