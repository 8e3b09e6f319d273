package symptoms;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Why no test notices: the comment of a method states the symptom of each of its undetected transformations. */
public class Symptoms {
    /** Something behind a field. */
    private static final class Cache {
        private Object held;
        private long stamp;
    }

    private final Cache cache = new Cache();
    private final List<String> log = new ArrayList<>();
    private final Map<Object, Integer> byKey = new HashMap<>();
    private final AtomicInteger turns = new AtomicInteger();
    private int total;

    public void note(String what) {
        log.add(what);
    }

    // weak-oracle: void; the length of a collection is not all of it
    public void replaceLast(String by) {
        log.set(log.size() - 1, by);
    }

    public List<String> log() {
        return List.copyOf(log);
    }

    // weak-oracle: void; two references away
    public void warm(Object held) {
        cache.held = List.of(held, held);
    }

    // no-infection: void; what changes from run to run is evidence of nothing
    public void touch() {
        cache.stamp = System.nanoTime();
    }

    // no-infection: 0L 1L
    public long age() {
        return System.nanoTime() - cache.stamp;
    }

    // no-infection: void; the order of a set of objects without hash codes of their own is none
    public void shuffle() {
        Set<Object> set = new HashSet<>(byKey.keySet());
        byKey.clear();
        for (Object key : set) {
            byKey.put(key, 1);
        }
    }

    // weak-oracle: void
    public void key(Object key) {
        byKey.put(key, 1);
    }

    // weak-oracle: void; something thrown is an end, too
    private static void check(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("negative");
        }
    }

    // no-infection: false; weak-oracle: true
    public boolean isValid(int number) {
        try {
            check(number);
            return true;
        } catch (IllegalArgumentException negative) {
            return false;
        }
    }

    // weak-oracle: void; the argument alone tells
    public static void fill(int[] places, int with) {
        for (int index = 0; index < places.length; index++) {
            places[index] = with;
        }
    }

    // weak-oracle: null; of whatever type
    public <T extends Comparable<T>> T greatest(List<T> all) {
        T greatest = all.get(0);
        for (T one : all) {
            greatest = one.compareTo(greatest) > 0 ? one : greatest;
        }
        return greatest;
    }

    // no-propagation: 0 1; the sign of the sum is all that is left of it
    private int sum(int to) {
        return to <= 0 ? 1 : to + sum(to - 1);
    }

    // no-infection: true
    public boolean isPositive(int to) {
        return sum(to) >= 0;
    }

    // weak-oracle: void; in another thread
    private void turn() {
        turns.incrementAndGet();
    }

    // weak-oracle: void
    public void turnElsewhere() throws InterruptedException {
        Thread thread = new Thread(this::turn);
        thread.start();
        thread.join();
    }

    // weak-oracle: void
    public void add(int number) {
        total += number;
    }

    // no-propagation: true; no-infection: false; the other one of two says yes
    private boolean isLong(String option) {
        return option.startsWith("--");
    }

    // no-infection: true
    private boolean isShort(String option) {
        return option.startsWith("-");
    }

    // no-infection: true
    public boolean isOption(String option) {
        return isLong(option) || isShort(option);
    }

    // weak-oracle: null "" "A"; the message of what the test expects
    private static String limit(int number) {
        return number + " is below 0";
    }

    public static void demand(int number) {
        if (number < 0) {
            throw new IllegalArgumentException(limit(number));
        }
    }

    /** A key whose hash code is another one in each JVM. */
    private static final class Key {
        private final String name;
        private final int hash = System.identityHashCode(new Object());

        private Key(String name) {
            this.name = name;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.name.equals(name);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    private Map<Key, String> keys;

    // no-propagation: 0 1; the map grows by itself, and its order is none
    private int room(int names) {
        return names * 4 / 3 + 2;
    }

    // weak-oracle: void
    public void hold(String... names) {
        keys = new HashMap<>(room(names.length));
        for (String name : names) {
            keys.put(new Key(name), name);
        }
    }
}
