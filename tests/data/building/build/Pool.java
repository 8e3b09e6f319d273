package build;

import java.util.HashSet;
import java.util.Set;

/** A set that grows by two elements at least, and loses the one that happens to be the first. */
public final class Pool<T> {
    private final Set<T> elements = new HashSet<>();

    public void fill(T one, T other) {
        if (one == null || other == null || one == other) {
            throw new IllegalArgumentException("two elements are needed");
        }
        elements.add(one);
        elements.add(other);
    }

    public void take() {
        elements.remove(elements.iterator().next());
    }
}
