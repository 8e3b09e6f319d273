package coupled;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A caller of classes of the JDK; the comments of its tests say what they cover. */
public class Stocker {
    private final ArrayList<String> stock = new ArrayList<>();
    private final Map<String, Integer> counts = new HashMap<>();

    /** The receiver is of the class that is named. */
    public void ensure(int size, boolean isEnsured) {
        if (isEnsured) {
            stock.ensureCapacity(size);
        }
    }

    /** The receiver may be of any class that has the interface. */
    public Object first(List<String> all, boolean isFirst) {
        return isFirst ? all.remove(0) : null;
    }

    /** The callee calls back. */
    public void each(boolean isEach, Consumer<String> action) {
        if (isEach) {
            stock.forEach(action);
        }
    }

    public Integer count(String name, boolean isCounted) {
        return isCounted ? counts.getOrDefault(name, 0) : null;
    }

    public Object sorted(Map<String, String> all, boolean isSorted) {
        return isSorted ? new TreeMap<>(all).firstKey() : null;
    }

    void add(String name) {
        stock.add(name);
        counts.put(name, 1);
    }
}
