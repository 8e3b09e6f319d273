package fex.instrument;

import fex.runtime.Observer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The numbers by which the runtime knows methods. */
final class MethodNumbers {
    /** By their classes and then by their names and descriptors. */
    private final Map<String, Map<String, Integer>> numbers = new HashMap<>();

    /** Those of methods that are numbered in their order. */
    static MethodNumbers of(List<Observer.Point> methods) {
        MethodNumbers numbers = new MethodNumbers();
        for (int id = 0; id < methods.size(); id++) {
            Observer.Point method = methods.get(id);
            numbers.add(id, method.type(), method.method(), method.descriptor());
        }
        return numbers;
    }

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
