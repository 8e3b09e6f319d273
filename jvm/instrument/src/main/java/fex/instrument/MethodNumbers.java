package fex.instrument;

import java.util.HashMap;
import java.util.Map;

/** The numbers by which the runtime knows methods. */
final class MethodNumbers {
    /** By their classes and then by their names and descriptors. */
    private final Map<String, Map<String, Integer>> numbers = new HashMap<>();

    /** Adds a method. */
    void add(int number, String type, String name, String descriptor) {
        numbers.computeIfAbsent(type, ofClass -> new HashMap<>()).put(name + descriptor, number);
    }

    /** Whether a class has any of them. */
    boolean areIn(String type) {
        return numbers.containsKey(type);
    }

    /** The number of a method of such a class; null if it has none. */
    Integer of(String type, String name, String descriptor) {
        return numbers.get(type).get(name + descriptor);
    }
}
