package fex.agent;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Names of tests that are the same in every JVM. Parameterized tests may be named after objects that have no name of their own,
 * like {@code p.Input@1b28cdfa}, with a number that is another one each time they are found.
 *
 * <p>One object of this class is for tests that are found once; they have to be named in their order.
 */
final class StableNames {
    private static final Pattern IDENTITY = Pattern.compile("(?<=[\\w$;])@[0-9a-f]{4,8}(?![0-9a-zA-Z])");
    static final String ANY = "@*";

    private final Map<String, String> known = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();

    /** Whether a name that was given stands for one that is different each time. */
    static boolean isMade(String name) {
        return name.contains(ANY);
    }

    /** The name without what is different each time; several tests may have the same. */
    static String common(String name) {
        return name.indexOf('@') < 0 ? name : IDENTITY.matcher(name).replaceAll("@*");
    }

    /** The name of a test; if it had to be made, it ends with a number that tells it from others. */
    String of(String name) {
        String common = common(name);
        if (common.equals(name)) {
            return name;
        }
        return known.computeIfAbsent(name, unknown -> common + "#" + counts.merge(common, 1, Integer::sum));
    }
}
