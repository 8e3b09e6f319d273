package fex.runtime.taint;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All places that give inputs, which are numbered as classes are instrumented. */
public final class Inputs {
    private static final Map<String, Input> KNOWN = new HashMap<>();
    private static final Map<String, Integer> CHANGES = new HashMap<>();

    /** By number. */
    private static volatile Input[] all = new Input[0];

    private static int count;

    /** Stands for all inputs that the test controls and that assertions have looked at. */
    static final int CHECKED = number(new Input.Place("", Input.Kind.CONSTANT, "", "", "", 0, "", ""));

    private Inputs() {}

    /** The number of a place, which is the same when its class is loaded anew; another one if the class has changed meanwhile. */
    public static synchronized int number(Input.Place place) {
        Input known = KNOWN.get(place.key());
        if (known != null && known.place.equals(place)) {
            return known.number;
        }
        Input input = new Input(count, place);
        if (count == all.length) {
            Input[] more = new Input[Math.max(64, 2 * count)];
            System.arraycopy(all, 0, more, 0, count);
            all = more;
        }
        all[count] = input;
        count++;
        KNOWN.put(place.key(), input);
        input.change = CHANGES.getOrDefault(place.key(), -1);
        Trail.met(input);
        return input.number;
    }

    /** The number of the place with a key; negative if no code that is there has it. */
    static synchronized int known(String key) {
        Input known = KNOWN.get(key);
        return known == null ? -1 : known.number;
    }

    static Input of(int number) {
        return all[number];
    }

    /** Changes the values of some inputs from now on, and of no others. */
    static synchronized void change(Map<String, Integer> changes) {
        CHANGES.clear();
        CHANGES.putAll(changes);
        KNOWN.forEach((key, input) -> input.change = CHANGES.getOrDefault(key, -1));
    }

    /** Those that a test has met. */
    static synchronized List<Input> metIn(int test) {
        List<Input> met = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            if (all[number].isMetIn(test)) {
                met.add(all[number]);
            }
        }
        return met;
    }
}
