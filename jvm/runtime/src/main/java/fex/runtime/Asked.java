package fex.runtime;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * By which names a program asks for what surrounds it, and which texts it compares with others: what a search may not know yet, because
 * the program has put it together.
 */
public final class Asked {
    /** How many texts of each kind are kept between two times that they are taken. */
    private static final int MOST = 32;

    /** The longest text that is kept. */
    private static final int LONGEST = 60;

    /** What the names of properties begin with that the JDK asks for. */
    private static final List<String> OF_JDK =
            List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "file.", "line.", "path.", "user.dir");

    private static final Set<String> PROPERTIES = new LinkedHashSet<>();
    private static final Set<String> VARIABLES = new LinkedHashSet<>();
    private static final Set<String> TEXTS = new LinkedHashSet<>();

    private static volatile boolean isNoted;

    private Asked() {}

    /** Whether that is noted from now on. */
    static void note(boolean on) {
        isNoted = on;
    }

    /** A property is asked for, before {@link System#getProperty} looks at its name. */
    public static void property(String name) {
        if (isNoted && name != null && !isOfJdk(name)) {
            keep(PROPERTIES, name);
        }
    }

    /** Neither a stream nor a lambda: what makes these asks for properties, too. */
    private static boolean isOfJdk(String name) {
        for (String beginning : OF_JDK) {
            if (name.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    /** An environment variable is asked for. */
    static void variable(String name) {
        if (isNoted) {
            keep(VARIABLES, name);
        }
    }

    /** A program is to be started of which nothing is known: its name is looked for in vain. */
    static void program(String name) {
        if (isNoted) {
            keep(TEXTS, name);
        }
    }

    /** Texts are compared that are not equal. */
    static void compared(String one, String other) {
        if (isNoted) {
            keep(TEXTS, one);
            keep(TEXTS, other);
        }
    }

    private static void keep(Set<String> texts, String text) {
        if (text.isEmpty() || text.length() > LONGEST) {
            return;
        }
        synchronized (texts) {
            if (texts.size() < MOST) {
                texts.add(text);
            }
        }
    }

    /** The names of properties since the last time, in the order in which they were asked for first. */
    static List<String> properties() {
        return take(PROPERTIES);
    }

    /** Those of environment variables. */
    static List<String> variables() {
        return take(VARIABLES);
    }

    /** The texts that were compared. */
    static List<String> texts() {
        return take(TEXTS);
    }

    private static List<String> take(Set<String> texts) {
        synchronized (texts) {
            List<String> taken = List.copyOf(texts);
            texts.clear();
            return taken;
        }
    }
}
