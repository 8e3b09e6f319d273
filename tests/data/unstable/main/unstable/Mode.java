package unstable;

import java.util.ArrayList;
import java.util.List;

/** Static state that tests leave to each other. */
public final class Mode {
    public static final List<String> LOG = new ArrayList<>();

    private static String name = "plain";
    private static boolean isReady;

    private Mode() {}

    public static String name() {
        return name;
    }

    public static void setName(String other) {
        name = other;
    }

    public static void prepare() {
        isReady = true;
    }

    public static boolean isReady() {
        return isReady;
    }
}
