package ranking;

/** The results of a game, best first, each once. */
public class Ranking {
    private Entry first;
    private int size;

    private static final class Entry {
        private final int points;
        private Entry next;

        private Entry(int points, Entry next) {
            this.points = points;
            this.next = next;
        }
    }

    /** Adds a result; whether it is new. */
    public boolean add(int points) {
        if (first == null || first.points < points) {
            first = new Entry(points, first);
            size++;
            return true;
        }
        Entry before = first;
        while (before.next != null && before.next.points >= points) {
            before = before.next;
        }
        if (before.points == points) {
            return false;
        }
        before.next = new Entry(points, before.next);
        size++;
        return true;
    }

    /** Removes a result; whether it was there. */
    public boolean remove(int points) {
        if (first != null && first.points == points) {
            first = first.next;
            return true;
        }
        for (Entry before = first; before != null && before.next != null; before = before.next) {
            if (before.next.points == points) {
                before.next = before.next.next;
                size--;
                return true;
            }
        }
        return false;
    }

    /** Whether a result is there. */
    public boolean contains(int points) {
        Entry entry = first;
        while (entry != null && entry.points > points) {
            entry = entry.next;
        }
        return entry != null && entry.points == points;
    }

    /** How many results are better than this one. */
    public int better(int points) {
        int count = 0;
        for (Entry entry = first; entry != null && entry.points > points; entry = entry.next) {
            count++;
        }
        return count;
    }

    /** The best results, as many as there are places. */
    public int[] podium(int places) {
        int[] best = new int[Math.min(places, size)];
        Entry entry = first;
        for (int place = 0; place < best.length; place++) {
            best[place] = entry.points;
            entry = entry.next;
        }
        return best;
    }
}
