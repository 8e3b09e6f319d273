package sequences;

import java.util.HashMap;

/** Signs by their names. */
public final class Signs {
    public static final HashMap<String, Character> known = new HashMap<>();

    private Signs() {}

    public static void forget() {
        known.clear();
    }

    public static int both(HashMap<String, Character> one, HashMap<String, Character> other) {
        return one.size() + other.size();
    }
}
