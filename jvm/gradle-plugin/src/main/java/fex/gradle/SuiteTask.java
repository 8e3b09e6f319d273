package fex.gradle;

import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.TreeSet;
import org.gradle.api.Task;
import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.specs.Spec;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.OutputFile;

/**
 * A command that writes suites among the tests of a project: it runs again unless all files are as it left them.
 *
 * <p>To Gradle, a folder with tests that people wrote must not be an output: what is an output may be deleted. And as an input it
 * would be another one after each run. So this task notes what there is when it is done.
 */
public class SuiteTask extends CommandTask {
    private final ConfigurableFileCollection sources = getProject().files(BuildFiles.of(getProject()));

    /** Made by Gradle. */
    public SuiteTask() {
        getOutputs().upToDateWhen(new IsAsLeft());
    }

    /**
     * Everything that the command may read or write.
     *
     * @return files of the build
     */
    @Internal
    public ConfigurableFileCollection getSources() {
        return sources;
    }

    /**
     * A digest of the files as they are after the command.
     *
     * @return a file with it
     */
    @OutputFile
    public File getLeft() {
        return output("tasks/" + getName() + ".left");
    }

    @Override
    void done() throws IOException {
        Files.write(getLeft().toPath(), digest().getBytes(StandardCharsets.UTF_8));
    }

    /** A digest of the names, sizes and times of all files. */
    private String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (File file : new TreeSet<>(sources.getFiles())) {
                String line = file + "\0" + file.length() + "\0" + file.lastModified() + "\0";
                digest.update(line.getBytes(StandardCharsets.UTF_8));
            }
            StringBuilder text = new StringBuilder();
            for (byte part : digest.digest()) {
                text.append(String.format("%02x", part));
            }
            return text.toString();
        } catch (NoSuchAlgorithmException absent) {
            throw new AssertionError("every Java has SHA-256", absent);
        }
    }

    /** Whether the files are as the command left them. */
    private static final class IsAsLeft implements Spec<Task>, Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public boolean isSatisfiedBy(Task task) {
            SuiteTask suite = (SuiteTask) task;
            try {
                byte[] left = Files.readAllBytes(suite.getLeft().toPath());
                return suite.digest().equals(new String(left, StandardCharsets.UTF_8));
            } catch (IOException absent) {
                return false;
            }
        }
    }
}
