package fex.gradle;

import fex.launch.Settings;
import java.io.File;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.gradle.StartParameter;
import org.gradle.api.Project;

/** The build that a task is a part of: where it is, and what another one has to be told to be built like it. */
final class Surroundings implements Serializable {
    private static final long serialVersionUID = 1;

    /** The folder of the project, from which paths count. */
    final File folder;

    /** Where this Gradle is installed; null if that is not known. */
    final File home;

    /** Arguments of Gradle that say how it works, but not what it makes. */
    final List<String> options;

    /** Arguments of Gradle that define properties. */
    final List<String> definitions;

    private Surroundings(File folder, File home, List<String> options, List<String> definitions) {
        this.folder = folder;
        this.home = home;
        this.options = options;
        this.definitions = definitions;
    }

    static Surroundings of(Project project) {
        StartParameter start = project.getGradle().getStartParameter();
        List<String> options = new ArrayList<>();
        if (start.isOffline()) {
            options.add("--offline");
        }
        options.add("--gradle-user-home=" + start.getGradleUserHomeDir());
        if (start.getProjectCacheDir() != null) {
            options.add("--project-cache-dir=" + start.getProjectCacheDir());
        }
        start.getInitScripts().forEach(script -> options.add("--init-script=" + script));
        List<String> definitions = Settings.definitions("-P", start.getProjectProperties());
        definitions.addAll(Settings.definitions("-D", start.getSystemPropertiesArgs()));
        return new Surroundings(
                project.getProjectDir(),
                project.getGradle().getGradleHomeDir(),
                Collections.unmodifiableList(options),
                Collections.unmodifiableList(definitions));
    }
}
