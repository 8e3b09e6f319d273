package surroundings;

import java.util.ArrayList;
import java.util.List;

/** Static state that tests leave to each other. */
public final class Registry {
    private static final List<String> NAMES = new ArrayList<>();
    private static boolean isOpen;

    private Registry() {}

    public static void add(String name) {
        NAMES.add(name);
    }

    public static int size() {
        return NAMES.size();
    }

    public static void open() {
        isOpen = true;
    }

    public static boolean isOpen() {
        return isOpen;
    }
}
