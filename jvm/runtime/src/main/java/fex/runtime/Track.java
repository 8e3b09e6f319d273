package fex.runtime;

import java.util.Arrays;

/** What one thread does, as far as {@link BranchProbe} is told of it. */
final class Track {
    final Thread thread = Thread.currentThread();
    int epoch = -1;
    /** Whether it does something for fex, which counts for nothing. */
    boolean isPaused;
    /** The innermost call that has not returned. */
    BranchProbe.Open open;
    /** Counts what happens. */
    private long time;
    /** When each branch was taken last; 0 for never. */
    private long[] times = new long[0];
    /** When each call site was called last. */
    private long[] calls = new long[0];
    /** When each method that runs was entered, the innermost last. */
    private long[] frames = new long[16];
    private int depth;

    void begin(int now, int branches, int sites) {
        epoch = now;
        open = null;
        depth = 0;
        // Where a stack overflows, what has paused may never resume.
        isPaused = false;
        if (times.length == branches && calls.length == sites) {
            Arrays.fill(times, 0);
            Arrays.fill(calls, 0);
        } else {
            times = new long[branches];
            calls = new long[sites];
        }
        time = 0;
    }

    /** The call that has entered nothing yet; null if there is none. */
    BranchProbe.Open top() {
        return open != null && open.depth == depth ? open : null;
    }

    void pushFrame() {
        if (depth == frames.length) {
            frames = Arrays.copyOf(frames, 2 * depth);
        }
        frames[depth++] = ++time;
    }

    void popFrame(boolean isThrown) {
        popCalls();
        // What began before the test did is not known.
        if (depth == 0) {
            return;
        }
        long begun = frames[--depth];
        for (int branch = 0; isThrown && branch < times.length; branch++) {
            if (times[branch] >= begun) {
                times[branch] = 0;
            }
        }
    }

    void popCalls() {
        while (open != null && open.depth >= depth) {
            open = open.outer;
        }
    }

    /** The branches that lead to a call site now, for each of its couplings; after that, they have led there. */
    int[][] led(int site, BranchProbe.Count[] counts) {
        int[][] led = new int[counts.length][];
        for (int index = 0; index < counts.length; index++) {
            int[] leading = counts[index].leading;
            int[] found = new int[leading.length];
            int size = 0;
            for (int place = 0; place < leading.length; place++) {
                if (times[leading[place]] > calls[site]) {
                    found[size++] = place;
                }
            }
            led[index] = size == found.length ? found : Arrays.copyOf(found, size);
        }
        calls[site] = ++time;
        return led;
    }

    void pushCall(int site, BranchProbe.Count[] counts, int[][] led, String by) {
        open = new BranchProbe.Open(site, open, depth, counts, led, by);
    }

    void popCall() {
        if (open != null && open.depth == depth) {
            open = open.outer;
        }
    }

    void take(int branch) {
        times[branch] = ++time;
    }
}
