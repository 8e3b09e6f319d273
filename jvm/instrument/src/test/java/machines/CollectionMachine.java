package machines;

import fex.instrument.taint.RandomSteps;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Does with its inputs and with collections of the JDK what a list of numbers says, and checks one of the results. */
public final class CollectionMachine {
    private Object[] values;
    private final List<List<Object>> lists = new ArrayList<>();
    private final List<Map<Object, Object>> maps = new ArrayList<>();
    private final List<Set<Object>> sets = new ArrayList<>();
    private final List<Deque<Object>> queues = new ArrayList<>();

    /** The inputs are the texts and the numbers in its code. */
    @Test
    public void run() {
        execute(new Object[] {"a", "b", "c", "b", 1, 200, 3000, 40000});
    }

    private void execute(Object[] inputs) {
        values = inputs;
        lists.add(new ArrayList<>());
        lists.add(new LinkedList<>());
        maps.add(new HashMap<>());
        maps.add(new LinkedHashMap<>());
        sets.add(new HashSet<>());
        sets.add(new LinkedHashSet<>());
        queues.add(new ArrayDeque<>());
        queues.add(new LinkedList<>());
        for (int step = 0; step < RandomSteps.count(); step++) {
            int what = RandomSteps.number(step, 0);
            int one = RandomSteps.number(step, 1);
            int other = RandomSteps.number(step, 2);
            switch (what % 5) {
                case 0 -> list(what / 5, lists.get(one % 2), lists.get(other % 2), step);
                case 1 -> map(what / 5, maps.get(one % 2), maps.get(other % 2), step);
                case 2 -> set(what / 5, sets.get(one % 2), step);
                case 3 -> queue(what / 5, queues.get(one % 2), step);
                default -> value(what / 5, step);
            }
        }
        Object checked =
                switch (RandomSteps.checked() % 12) {
                    case 0 -> lists.get(0);
                    case 1 -> lists.get(1);
                    case 2 -> maps.get(0);
                    case 3 -> sets.get(0);
                    default -> values[RandomSteps.checked() % 8];
                };
        RandomSteps.saw(checked);
        if (checked.equals(RandomSteps.nothing())) {
            throw new AssertionError();
        }
    }

    private Object given(int step) {
        return values[RandomSteps.number(step, 3) % 8];
    }

    private void put(int step, Object value) {
        values[RandomSteps.number(step, 4) % 8] = value == null ? "none" : value;
    }

    private void list(int what, List<Object> list, List<Object> other, int step) {
        Object given = given(step);
        int at = list.isEmpty() ? 0 : RandomSteps.number(step, 5) % list.size();
        switch (what % 24) {
            case 0, 1, 2, 3 -> list.add(given);
            case 4 -> list.add(at, given);
            case 5, 6, 7 -> put(step, list.isEmpty() ? "empty" : list.get(at));
            case 8 -> put(step, list.isEmpty() ? "empty" : list.remove(at));
            case 9 -> put(step, list.remove(given));
            case 10 -> put(step, list.isEmpty() ? "empty" : list.set(at, given));
            case 11 -> put(step, list.size());
            case 12 -> put(step, list.contains(given));
            case 13 -> put(step, list.indexOf(given));
            case 14 -> list.addAll(new ArrayList<>(other));
            case 15 -> put(step, List.of(given, "x", 7).get(RandomSteps.number(step, 5) % 3));
            case 16 -> {
                Object[] array = {given, values[0]};
                List<Object> view = Arrays.asList(array);
                view.set(1, values[1]);
                array[0] = values[2];
                put(step, view.get(0));
                list.add(array[1]);
            }
            case 17 -> list.sort(Comparator.comparing(String::valueOf));
            case 18 -> put(step, list.stream().map(each -> each + "!").toList().toString());
            case 19 -> {
                StringBuilder all = new StringBuilder();
                list.forEach(each -> all.append(each));
                put(step, all.toString());
            }
            case 20 -> put(step, list.isEmpty() ? "empty" : list.subList(at, list.size()).get(0));
            case 21 -> {
                Object[] array = list.toArray();
                put(step, array.length == 0 ? "empty" : array[array.length - 1]);
            }
            case 22 -> {
                for (Iterator<Object> each = list.iterator(); each.hasNext(); ) {
                    if (each.next().equals(given)) {
                        each.remove();
                        break;
                    }
                }
            }
            default -> {
                if (given.equals(values[3])) {
                    list.clear();
                }
                Collections.reverse(list);
                put(step, Collections.unmodifiableList(list).equals(other));
            }
        }
    }

    private void map(int what, Map<Object, Object> map, Map<Object, Object> other, int step) {
        Object key = given(step);
        Object given = values[RandomSteps.number(step, 5) % 8];
        switch (what % 18) {
            case 0, 1, 2, 3 -> map.put(key, given);
            case 4, 5, 6 -> put(step, map.get(key));
            case 7 -> put(step, map.getOrDefault(key, given));
            case 8 -> put(step, map.remove(key));
            case 9 -> put(step, map.containsKey(key));
            case 10 -> put(step, map.size());
            case 11 -> map.putAll(new HashMap<>(other));
            case 12 -> put(step, map.computeIfAbsent(key, each -> each + "?"));
            case 13 -> put(step, map.merge(key, given, (left, right) -> left + "&" + right));
            case 14 -> {
                StringBuilder all = new StringBuilder();
                for (Map.Entry<Object, Object> entry : map.entrySet()) {
                    if (entry.getKey().equals(given)) {
                        entry.setValue("changed");
                    }
                    all.append(entry.getValue());
                }
                put(step, all.toString());
            }
            case 15 -> put(step, map.values().isEmpty() ? "empty" : map.values().iterator().next());
            case 16 -> put(step, Map.of(key, given).get(key));
            default -> put(step, new ArrayList<>(map.keySet()).toString());
        }
    }

    private void set(int what, Set<Object> set, int step) {
        Object given = given(step);
        switch (what % 9) {
            case 0, 1, 2 -> put(step, set.add(given));
            case 3 -> put(step, set.remove(given));
            case 4 -> put(step, set.contains(given));
            case 5 -> put(step, set.size());
            case 6 -> put(step, set.isEmpty() ? "empty" : set.iterator().next());
            case 7 -> set.addAll(lists.get(0));
            default -> lists.get(1).addAll(set);
        }
    }

    private void queue(int what, Deque<Object> queue, int step) {
        Object given = given(step);
        switch (what % 8) {
            case 0, 1 -> queue.offer(given);
            case 2 -> queue.push(given);
            case 3 -> put(step, queue.poll());
            case 4 -> put(step, queue.peekLast());
            case 5 -> put(step, queue.pollLast());
            case 6 -> put(step, queue.size());
            default -> lists.get(0).addAll(queue);
        }
    }

    private void value(int what, int step) {
        Object given = given(step);
        Object other = values[RandomSteps.number(step, 5) % 8];
        switch (what % 8) {
            case 0 -> put(step, given + "-" + other);
            case 1 -> put(step, given.equals(other));
            case 2 -> put(step, String.valueOf(given).length());
            case 3 -> put(step, (given + "-").substring(0, 1));
            case 4 -> put(step, given.hashCode() % 10);
            case 5 -> {
                Object chosen = values[2];
                if (given.equals(other)) {
                    chosen = values[1];
                }
                put(step, chosen);
            }
            case 6 -> {
                List<Object> inner = new ArrayList<>();
                lists.get(0).add(inner);
                inner.add(given);
            }
            default -> put(step, new StringBuilder().append(given).append(other).reverse().toString());
        }
    }
}
