package fex.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Has JUnit 4 itself run tests of the Vintage engine, as that engine does. Before it runs one test, the engine makes a descriptor of
 * every test of the class, and looks through all methods for each: several milliseconds where a class has a hundred tests.
 */
final class VintageTests {
    /** The id of a test that stands right below its class, and the part of it that is the class. */
    private static final Pattern ID = Pattern.compile("(\\[engine:junit-vintage]/\\[runner:([^]/%]+)])/\\[test:([^]/%]+)]");

    private static final String ENGINE = "org/junit/vintage/engine/VintageTestEngine.class";

    /** Who is told of all that the Platform runs. */
    private static final List<String> LISTENERS = List.of(
            "org.junit.platform.launcher.TestExecutionListener", "org.junit.platform.launcher.LauncherSessionListener");

    private final JUnit4Framework junit = new JUnit4Framework();

    private VintageTests() {}

    /** Nothing where there is no such engine, or where somebody else than JUnit wants to be told of all that the Platform runs. */
    static Optional<VintageTests> find() {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        boolean isAsked = loader.getResource(ENGINE) != null && LISTENERS.stream().noneMatch(VintageTests::isListening);
        return isAsked ? Optional.of(new VintageTests()) : Optional.empty();
    }

    /** Whether a service has a provider that is not JUnit's own. */
    private static boolean isListening(String service) {
        try {
            for (URL file : Collections.list(ClassLoader.getSystemResources("META-INF/services/" + service))) {
                try (BufferedReader lines =
                        new BufferedReader(new InputStreamReader(file.openStream(), StandardCharsets.UTF_8))) {
                    if (lines.lines().map(String::strip).anyMatch(VintageTests::isOfOthers)) {
                        return true;
                    }
                }
            }
            return false;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static boolean isOfOthers(String provider) {
        return !provider.isEmpty() && !provider.startsWith("#") && !provider.startsWith("org.junit.");
    }

    /** Whether a test is one that JUnit 4 finds by its class and its name. */
    boolean has(String id) throws ClassNotFoundException {
        Matcher parts = ID.matcher(id);
        return parts.matches() && junit.has(name(parts));
    }

    Outcome run(String id) throws ClassNotFoundException {
        return junit.run(name(matched(id)));
    }

    /** Runs tests, and tells of each by its id. */
    void run(List<String> ids, TestFramework.Listener listener) throws ClassNotFoundException {
        junit.run(ids.stream().map(id -> name(matched(id))).toList(), new TestFramework.Listener() {
            @Override
            public void started(String name, String container) {
                listener.started(id(name), id(container));
            }

            @Override
            public void finished(String name, Outcome outcome) {
                listener.finished(id(name), outcome);
            }

            @Override
            public void left() {
                listener.left();
            }
        });
    }

    private static Matcher matched(String id) {
        Matcher parts = ID.matcher(id);
        if (!parts.matches()) {
            throw new IllegalArgumentException(id);
        }
        return parts;
    }

    /** How JUnit 4 is asked for a test. */
    private static String name(Matcher parts) {
        return parts.group(2) + "/" + parts.group(3);
    }

    /** The id that the engine has for a class, or for a test of it. */
    private static String id(String name) {
        int end = name.indexOf('/');
        String type = "[engine:junit-vintage]/[runner:" + (end < 0 ? name : name.substring(0, end)) + "]";
        return end < 0 ? type : type + "/[test:" + name.substring(end + 1) + "]";
    }
}
