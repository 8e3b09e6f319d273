import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.collections4.bidimap.TreeBidiMap;

/** Keys that come from the outside to the inside turn TreeBidiMap's red-black tree into a list. */
public class TreeBidiMapIsNotBalanced {
    static long comparisons;

    record Key(int number) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            comparisons++;
            return Integer.compare(number, other.number);
        }
    }

    public static void main(String[] arguments) {
        for (int size : new int[] {100, 200, 400, 800}) {
            Map<Key, Integer> bidi = new TreeBidiMap<>();
            Map<Key, Integer> reference = new TreeMap<>();
            for (int i = 0; i < size; i++) {
                int number = i % 2 == 0 ? i / 2 : size - 1 - i / 2;
                bidi.put(new Key(number), number);
                reference.put(new Key(number), number);
            }
            System.out.printf("%d keys: a look-up takes up to %d comparisons, in java.util.TreeMap %d%n", size,
                    most(bidi, size), most(reference, size));
        }
    }

    private static long most(Map<Key, Integer> map, int size) {
        long most = 0;
        for (int i = 0; i < size; i++) {
            comparisons = 0;
            map.get(new Key(i));
            most = Math.max(most, comparisons);
        }
        return most;
    }
}
