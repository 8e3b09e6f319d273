package fex.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.gradle.api.Project;
import org.gradle.api.file.ConfigurableFileTree;
import org.gradle.api.file.FileCollection;
import org.gradle.api.initialization.IncludedBuild;

/**
 * What a command of fex may depend on: all files of a build but those that builds write.
 *
 * <p>fex takes what a build said of its tests for true by the same rule ({@code src/project/known.rs}), as it cannot know what scripts read.
 */
final class BuildFiles {
    /** Folders that no build reads, or that are its own memory. */
    private static final List<String> LEFT_OUT =
            Arrays.asList("**/.git/**", "**/.gradle/**", "**/.idea/**", "**/node_modules/**", "buildSrc/build/**");

    private BuildFiles() {}

    /** Those of the build that a project is in; nothing is read before a task needs them. */
    static FileCollection of(Project project) {
        return project.files((Callable<List<Object>>) () -> {
            Project root = project.getRootProject();
            List<Object> files = new ArrayList<>();
            Set<File> written = written(root);
            for (File folder : folders(root)) {
                ConfigurableFileTree tree = project.fileTree(folder);
                tree.exclude(LEFT_OUT);
                for (File output : written) {
                    if (output.toPath().startsWith(folder.toPath())) {
                        String path = folder.toPath().relativize(output.toPath()).toString();
                        tree.exclude(path.replace(File.separatorChar, '/') + "/**");
                    }
                }
                files.add(tree);
            }
            // The settings of fex may be around a project.
            for (File around = root.getProjectDir().getParentFile(); around != null; around = around.getParentFile()) {
                files.add(new File(around, "fex.toml"));
            }
            return files;
        });
    }

    /** The folders of a build that are in no other one of them. */
    private static Set<File> folders(Project root) {
        Set<File> all = new LinkedHashSet<>();
        all.add(root.getProjectDir());
        root.getAllprojects().forEach(each -> all.add(each.getProjectDir()));
        root.getGradle().getIncludedBuilds().forEach(each -> all.add(each.getProjectDir()));
        Set<File> outermost = new LinkedHashSet<>(all);
        outermost.removeIf(folder ->
                all.stream().anyMatch(other -> !other.equals(folder) && folder.toPath().startsWith(other.toPath())));
        return outermost;
    }

    /** Where a build writes. */
    private static Set<File> written(Project root) {
        Set<File> written = new LinkedHashSet<>();
        for (Project each : root.getAllprojects()) {
            written.add(each.getLayout().getBuildDirectory().get().getAsFile());
            // fex itself writes there, wherever the build does.
            written.add(new File(each.getProjectDir(), "build/fex"));
        }
        for (IncludedBuild included : root.getGradle().getIncludedBuilds()) {
            written.add(new File(included.getProjectDir(), "build"));
        }
        return written;
    }
}
