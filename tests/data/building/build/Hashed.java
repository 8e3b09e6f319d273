package build;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A graph whose nodes have the hash codes that the JVM gives them, and stand in sets and maps by these. */
public final class Hashed<T> {
    static final class Node {
        final Set<Node> edges = new HashSet<>();
    }

    private final Map<T, Node> nodes = new HashMap<>();

    public void add(T key) {
        nodes.putIfAbsent(key, new Node());
    }

    public void link(T from, T to) {
        if (nodes.containsKey(from) && nodes.containsKey(to)) {
            nodes.get(from).edges.add(nodes.get(to));
        }
    }
}
