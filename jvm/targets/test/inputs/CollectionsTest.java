package inputs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Each element of a collection of the JDK is a value of its own; what looks at all of them checks all. */
class CollectionsTest {
    // unused: "middle"
    @Test
    void elementOfAList() {
        List<String> names = new ArrayList<>();
        names.add("first");
        names.add("middle");
        names.add("last");
        assertEquals("first", names.get(0));
        assertEquals("last", names.get(names.size() - 1));
    }

    // unused: "one", "two"
    @Test
    void sizeOfAList() {
        assertEquals(2, new ArrayList<>(List.of("one", "two")).size());
    }

    // unused: "two"
    @Test
    void elementOfARequiredList() {
        List<String> names = new ArrayList<>(List.of("one", "two"));
        assertEquals("one", Objects.requireNonNull(names).get(0));
    }

    // sound
    @Test
    void wholeRequiredList() {
        List<String> names = Objects.requireNonNull(new ArrayList<>(List.of("one", "two")));
        assertEquals("[one, two]", names.toString());
    }

    // sound
    @Test
    void wholeList() {
        List<String> names = new ArrayList<>(List.of("one", "two"));
        names.add("three");
        assertEquals("[one, two, three]", names.toString());
    }

    // unused: "right"
    @Test
    void elementOfAnArrayAsAList() {
        String[] sides = {"left", "right"};
        assertEquals("left", Arrays.asList(sides).get(0));
    }

    // sound
    @Test
    void arrayThatAListWritesThrough() {
        String[] sides = {"old", "right"};
        Arrays.asList(sides).set(0, "new");
        assertEquals("new", sides[0]);
        assertEquals("right", sides[1]);
    }

    // sound
    @Test
    void orderOfAListThatIsSorted() {
        List<Integer> numbers = new ArrayList<>(List.of(30, 10, 20));
        Collections.sort(numbers);
        assertEquals(10, numbers.get(0));
    }

    // unused: "b", 2
    @Test
    void valueOfAKey() {
        Map<String, Integer> numbers = new HashMap<>();
        numbers.put("a", 1);
        numbers.put("b", 2);
        assertEquals(1, numbers.get("a"));
    }

    // unused: 5
    @Test
    void keyThatIsNotThere() {
        Map<String, Integer> numbers = new TreeMap<>();
        numbers.put("a", 5);
        String other = "ax";
        assertNull(numbers.get(other));
    }

    // unused: 7
    @Test
    void keysOfAMap() {
        Map<String, Integer> numbers = new HashMap<>();
        numbers.put("k", 7);
        for (Map.Entry<String, Integer> entry : numbers.entrySet()) {
            assertEquals("k", entry.getKey());
        }
    }

    // sound
    @Test
    void valuesOfAMap() {
        Map<String, Integer> numbers = new HashMap<>();
        numbers.put("k", 7);
        assertTrue(numbers.values().contains(7));
        assertTrue(numbers.containsKey("k"));
    }

    // sound
    @Test
    void sizeOfASetHangsOnWhatIsTheSame() {
        Set<String> names = new HashSet<>();
        names.add("x");
        names.add("xx".substring(1));
        assertEquals(1, names.size());
    }

    // unused: "third"
    @Test
    void endsOfAQueue() {
        Deque<String> queue = new ArrayDeque<>();
        queue.add("second");
        queue.push("first");
        queue.add("third");
        assertEquals("first", queue.poll());
        assertEquals("second", queue.peek());
        assertFalse(queue.isEmpty());
    }

    // unused: "inner b", "outer"
    @Test
    void elementOfAListInAList() {
        List<List<String>> all = new ArrayList<>();
        all.add(new ArrayList<>(List.of("outer")));
        List<String> inner = new ArrayList<>();
        all.add(inner);
        inner.add("inner a");
        inner.add("inner b");
        assertEquals("inner a", all.get(1).get(0));
    }

    // sound
    @Test
    void listInAListThatIsFilledLater() {
        List<List<String>> all = new ArrayList<>();
        List<String> inner = new ArrayList<>();
        all.add(inner);
        inner.add("late");
        assertEquals("[[late]]", all.toString());
    }

    // unused: "skipped"
    @Test
    void elementThatALambdaIsGiven() {
        List<String> names = new ArrayList<>();
        names.add("kept");
        names.add("skipped");
        List<String> found = new ArrayList<>();
        names.forEach(name -> found.add(name));
        assertEquals("kept", found.get(0));
    }
}
