package fex.maven.plugin;

import fex.launch.Settings;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.maven.execution.MavenExecutionRequest;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.configuration.PlexusConfiguration;

/** What this build says of fex, and what the build that fex asks has to know of this one. */
final class Reactor {
    private Reactor() {}

    /** As settings of the binary: those of the command line come before those of a POM. */
    static List<String> settings(MavenSession session, PlexusConfiguration configuration) {
        Properties properties = session.getUserProperties();
        Settings all = new Settings();
        all.addProperties(properties);
        all.addAll(flattened(configuration));
        all.addArguments(arguments(session.getRequest(), properties));
        if (session.getProjects().size() < session.getAllProjects().size()) {
            List<String> modules = new ArrayList<>();
            for (MavenProject module : session.getProjects()) {
                modules.add(module.getGroupId() + ":" + module.getArtifactId());
            }
            all.addModules(modules);
        }
        return all.list();
    }

    /** Settings of a POM: the keys are the names of elements, from the outermost one on. */
    private static List<String> flattened(PlexusConfiguration settings) {
        List<String> flat = new ArrayList<>();
        if (settings != null) {
            for (PlexusConfiguration child : settings.getChildren()) {
                add(child.getName(), child, flat);
            }
        }
        return flat;
    }

    private static void add(String key, PlexusConfiguration element, List<String> flat) {
        for (PlexusConfiguration child : element.getChildren()) {
            add(key + "." + child.getName(), child, flat);
        }
        if (element.getChildCount() == 0) {
            flat.add(key + "=" + element.getValue("").trim());
        }
    }

    /** What a build has to be told to be built like this one. */
    private static List<String> arguments(MavenExecutionRequest request, Properties properties) {
        List<String> arguments = new ArrayList<>();
        if (request.isOffline()) {
            arguments.add("--offline");
        }
        addFile(arguments, "--settings", request.getUserSettingsFile());
        addFile(arguments, "--global-settings", request.getGlobalSettingsFile());
        for (String profile : request.getActiveProfiles()) {
            arguments.add("--activate-profiles=" + profile);
        }
        for (String profile : request.getInactiveProfiles()) {
            arguments.add("--activate-profiles=!" + profile);
        }
        arguments.addAll(Settings.definitions("-D", properties));
        return arguments;
    }

    private static void addFile(List<String> arguments, String flag, File file) {
        if (file != null && file.isFile()) {
            arguments.add(flag + "=" + file);
        }
    }
}
