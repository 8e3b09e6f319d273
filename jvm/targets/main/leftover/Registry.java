package leftover;

import java.util.HashSet;
import java.util.Set;

/** What one test leaves here when a method does nothing, another one finds and cleans up. */
public class Registry {
    // skipped: initialiser
    private static final Set<String> NAMES = new HashSet<>();

    // tested: void detected (assertion)
    static void remove(String name) {
        if (!NAMES.remove(name)) {
            throw new IllegalArgumentException(name);
        }
    }

    // pseudo-tested: null undetected, "" undetected, "A" undetected
    static String describe() {
        return NAMES.size() + " names";
    }

    // tested: void detected (exception)
    static void add(String name) {
        if (!NAMES.add(name)) {
            throw new IllegalArgumentException(name);
        }
    }

    // tested: true detected (assertion), false detected (assertion)
    static boolean has(String name) {
        return NAMES.contains(name) && !name.isEmpty();
    }

    // pseudo-tested: void undetected
    static void clear() {
        NAMES.removeAll(Set.copyOf(NAMES));
    }
}
