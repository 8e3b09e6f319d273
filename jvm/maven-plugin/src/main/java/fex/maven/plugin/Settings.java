package fex.maven.plugin;

import java.io.File;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.apache.maven.execution.MavenExecutionRequest;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.configuration.PlexusConfiguration;

/** Settings as the binary takes them, {@code KEY=VALUE}. What is said first of a key holds. */
final class Settings {
    private static final String PREFIX = "fex.";

    /** Properties of this plugin itself, and those by which fex asks a build. */
    private static final Set<String> OWN =
            new TreeSet<>(java.util.Arrays.asList("fex.arguments", "fex.binary", "fex.modules", "fex.skip", "fex.tests"));

    private final List<String> list = new ArrayList<>();
    private final Set<String> keys = new HashSet<>();

    /** Whether a build runs only because fex asks it how tests run. */
    static boolean isAskedByFex(Properties properties) {
        return properties.containsKey("fex.modules");
    }

    List<String> list() {
        return list;
    }

    /** Adds those that the command line says: {@code -Dfex.KEY=VALUE}. */
    void addProperties(Properties properties) {
        List<String> added = new ArrayList<>();
        for (String name : new TreeSet<>(properties.stringPropertyNames())) {
            if (name.startsWith(PREFIX) && !OWN.contains(name)) {
                String key = name.substring(PREFIX.length());
                added.add(key + "=" + properties.getProperty(name));
                keys.add(key);
            }
        }
        list.addAll(added);
    }

    /** Adds those of a POM: the keys are the names of elements, from the outermost one on. */
    void addConfiguration(PlexusConfiguration settings) {
        Set<String> said = new HashSet<>(keys);
        if (settings != null) {
            for (PlexusConfiguration child : settings.getChildren()) {
                add(child.getName(), child, said);
            }
        }
    }

    private void add(String key, PlexusConfiguration element, Set<String> said) {
        for (PlexusConfiguration child : element.getChildren()) {
            add(key + "." + child.getName(), child, said);
        }
        if (element.getChildCount() == 0 && !said.contains(key)) {
            list.add(key + "=" + element.getValue("").trim());
            keys.add(key);
        }
    }

    /** Adds what a build has to be told to be built like this one. */
    void addArguments(MavenExecutionRequest request, Properties properties) {
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
        for (String name : new TreeSet<>(properties.stringPropertyNames())) {
            if (!name.startsWith(PREFIX)) {
                arguments.add("-D" + name + "=" + properties.getProperty(name));
            }
        }
        for (String argument : arguments) {
            list.add("extreme.build-arg=" + argument);
        }
    }

    private static void addFile(List<String> arguments, String flag, File file) {
        if (file != null && file.isFile()) {
            arguments.add(flag + "=" + file);
        }
    }

    /** Adds the modules that this build is restricted to, unless others are asked for. */
    void addModules(List<MavenProject> modules) {
        if (!keys.contains("extreme.module")) {
            for (MavenProject module : modules) {
                list.add("extreme.module=" + module.getGroupId() + ":" + module.getArtifactId());
            }
        }
    }
}
