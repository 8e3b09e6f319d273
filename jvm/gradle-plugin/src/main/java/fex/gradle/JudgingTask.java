package fex.gradle;

import java.io.File;
import java.util.List;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.tasks.InputFiles;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.OutputDirectory;
import org.gradle.api.tasks.PathSensitive;
import org.gradle.api.tasks.PathSensitivity;

/** A command that changes nothing but its reports: it runs again when a file of the build has changed. */
public class JudgingTask extends CommandTask {
    private final ConfigurableFileCollection sources = getProject().files(BuildFiles.of(getProject()));

    /** Made by Gradle. */
    public JudgingTask() {}

    /**
     * Everything that the command may read.
     *
     * @return files of the build
     */
    @InputFiles
    @PathSensitive(PathSensitivity.RELATIVE)
    public ConfigurableFileCollection getSources() {
        return sources;
    }

    /**
     * Where reports are, unless a setting names another folder.
     *
     * @return null for a command without them
     */
    @Optional
    @OutputDirectory
    public File getReports() {
        List<String> command = getCommand();
        return command.contains("--reports") ? output(command.get(0)) : null;
    }
}
