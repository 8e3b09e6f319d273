package held;

import java.beans.PropertyChangeSupport;
import java.text.SimpleDateFormat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Static fields with whatever tests may leave there. */
public final class Shelf {
    /** One of few. */
    public enum Size {
        SMALL,
        LARGE {
            @Override
            public String toString() {
                return "large " + uses;
            }
        };

        public int uses;
    }

    /** Something with parts. */
    private static final class Box {
        private final List<Box> parts = new ArrayList<>();
        private final int[] numbers = {1, 2, 3};
        private Box lid;
    }

    private static final Map<String, Box> BOXES = new HashMap<>();
    private static final TreeMap<Integer, String> LABELS = new TreeMap<>();
    private static final Map<String, List<String>> LISTS = new ConcurrentHashMap<>();
    private static final LinkedHashMap<Size, Integer> COUNTS = new LinkedHashMap<>();
    private static final ArrayDeque<String> QUEUE = new ArrayDeque<>(List.of("first"));
    private static final LinkedBlockingQueue<String> BLOCKING = new LinkedBlockingQueue<>(List.of("one"));
    private static final BitSet BITS = new BitSet();
    private static final StringBuilder TEXT = new StringBuilder("text");
    private static final AtomicInteger NUMBER = new AtomicInteger(7);
    private static final Random DICE = new Random(42);
    private static final SimpleDateFormat FORMAT = new SimpleDateFormat("yyyy-MM-dd", Locale.ROOT);
    private static final PropertyChangeSupport CHANGES = new PropertyChangeSupport(BOXES);
    private static final ExecutorService POOL = Executors.newWorkStealingPool(2);
    private static final Runnable COUNTER = counter(new int[1]);

    private static final ThreadLocal<List<String>> OF_THREAD = ThreadLocal.withInitial(ArrayList::new);
    private static final ThreadLocal<String> INHERITED = new InheritableThreadLocal<>();

    private static Box open = new Box();
    private static Shelf only;
    private static long total = 1L << 40;
    private static volatile double share = Double.NaN;

    static {
        BOXES.put("old", new Box());
        FORMAT.setTimeZone(TimeZone.getTimeZone("UTC"));
    }

    private Shelf() {}

    private static Runnable counter(int[] cell) {
        return () -> LABELS.put(-cell[0]++, "counted");
    }

    /** All that there is, in words. */
    public static List<String> read() {
        return List.of(
                "boxes " + new TreeMap<>(BOXES).keySet(),
                "parts " + BOXES.get("old").parts.size() + " " + BOXES.get("old").numbers[0],
                "labels " + LABELS,
                "lists " + LISTS,
                "counts " + COUNTS,
                "queue " + QUEUE,
                "blocking " + BLOCKING,
                "bits " + BITS,
                "text " + TEXT,
                "number " + NUMBER,
                "format " + FORMAT.format(new Date(0)) + " " + FORMAT.isLenient(),
                "listeners " + CHANGES.getPropertyChangeListeners().length,
                "lid " + open.lid,
                "only " + only,
                "total " + total,
                "share " + share,
                "thread " + OF_THREAD.get() + " " + INHERITED.get(),
                "size " + Size.LARGE + " " + Size.SMALL.uses);
    }

    /** Changes all of it. */
    public static void change() throws Exception {
        Box box = new Box();
        box.lid = open;
        for (int number = 0; number < 100; number++) {
            BOXES.put("box " + number, box);
            LABELS.put(number, "label");
            LISTS.computeIfAbsent("list " + number, name -> new ArrayList<>()).add("element");
            QUEUE.add("element");
            BITS.set(number);
        }
        BOXES.get("old").parts.add(box);
        BOXES.get("old").numbers[0]++;
        COUNTS.merge(Size.LARGE, 1, Integer::sum);
        BLOCKING.take();
        BLOCKING.add("other");
        BLOCKING.add("another");
        TEXT.append(" and more");
        NUMBER.incrementAndGet();
        FORMAT.applyPattern("dd.MM.yyyy");
        FORMAT.setTimeZone(TimeZone.getTimeZone("Asia/Kathmandu"));
        FORMAT.setLenient(false);
        FORMAT.parse("24.12.1999");
        CHANGES.addPropertyChangeListener(event -> {});
        open.lid = box;
        open = box;
        only = new Shelf();
        total++;
        share = 0.5;
        OF_THREAD.get().add("element");
        INHERITED.set("value");
        Size.LARGE.uses++;
        Size.SMALL.uses--;
        COUNTER.run();
    }

    /** The next number of a generator with a seed. */
    public static int roll() {
        return DICE.nextInt();
    }

    /** What a pool makes of a number. */
    public static int twice(int number) throws Exception {
        return POOL.submit(() -> 2 * number).get();
    }

    /** A constant, which is the same object in every test. */
    public static Object constant() {
        return Size.LARGE;
    }
}
