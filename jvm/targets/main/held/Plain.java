package held;

import java.util.ArrayList;
import java.util.List;

/** Static fields that nothing is assigned to before a test does. */
public class Plain {
    public static int count;
    public static List<String> names;

    public static void add(String name) {
        count++;
        names = names == null ? new ArrayList<>() : names;
        names.add(name);
    }
}
