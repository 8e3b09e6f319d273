package fex.launch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Settings as the binary takes them, {@code KEY=VALUE}. What is said first of a key holds. */
public final class Settings {
    private static final String PREFIX = "fex.";

    /** The property by which fex tells a build where to write what it asks. */
    private static final String ASKING = PREFIX + "modules";

    /** Properties of the plugins themselves, and those by which fex asks a build. */
    private static final Set<String> OWN =
            new TreeSet<>(Arrays.asList("fex.arguments", "fex.binary", ASKING, "fex.skip", "fex.tests"));

    private final List<String> list = new ArrayList<>();
    private final Set<String> keys = new HashSet<>();

    /** None yet. */
    public Settings() {}

    /**
     * Whether a build runs only because fex asks it how tests run.
     *
     * @param properties those that the build was started with
     * @return whether the question is among them
     */
    public static boolean isAskedByFex(Map<?, ?> properties) {
        return properties.containsKey(ASKING);
    }

    /**
     * All of them.
     *
     * @return texts such as {@code extreme.fail-on=pseudo-tested}
     */
    public List<String> list() {
        return list;
    }

    /**
     * Adds those that the command line of a build says, as properties {@code fex.KEY=VALUE}.
     *
     * @param properties all that it says
     */
    public void addProperties(Map<?, ?> properties) {
        List<String> added = new ArrayList<>();
        for (Map.Entry<String, String> property : sorted(properties).entrySet()) {
            String name = property.getKey();
            if (name.startsWith(PREFIX) && !OWN.contains(name)) {
                String key = name.substring(PREFIX.length());
                added.add(key + "=" + property.getValue());
                keys.add(key);
            }
        }
        list.addAll(added);
    }

    /**
     * Adds those that a build script says.
     *
     * @param settings texts {@code KEY=VALUE}; a key that has several values is there several times
     */
    public void addAll(List<String> settings) {
        Set<String> said = new HashSet<>(keys);
        for (String setting : settings) {
            String key = setting.substring(0, setting.indexOf('='));
            if (!said.contains(key)) {
                list.add(setting);
                keys.add(key);
            }
        }
    }

    /**
     * Adds what the build that fex asks has to be told to be built like the one around.
     *
     * @param arguments arguments of the program that builds
     */
    public void addArguments(List<String> arguments) {
        for (String argument : arguments) {
            list.add("extreme.build-arg=" + argument);
        }
    }

    /**
     * Arguments that define those properties again that are none of fex.
     *
     * @param flag what defines one: {@code -D}
     * @param properties all that the build was started with
     * @return an argument for each
     */
    public static List<String> definitions(String flag, Map<?, ?> properties) {
        List<String> definitions = new ArrayList<>();
        sorted(properties).forEach((name, value) -> {
            if (!name.startsWith(PREFIX)) {
                definitions.add(flag + name + "=" + value);
            }
        });
        return definitions;
    }

    private static Map<String, String> sorted(Map<?, ?> properties) {
        Map<String, String> sorted = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (name instanceof String && value instanceof String) {
                sorted.put((String) name, (String) value);
            }
        });
        return sorted;
    }

    /**
     * Adds the modules that a build is restricted to, unless others are asked for.
     *
     * @param modules their names
     */
    public void addModules(List<String> modules) {
        if (!keys.contains("extreme.module")) {
            modules.forEach(module -> list.add("extreme.module=" + module));
        }
    }
}
