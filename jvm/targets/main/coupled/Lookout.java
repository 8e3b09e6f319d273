package coupled;

/** A thread of its own that no class extends, and that is made of a gauge and a limit. */
abstract class Lookout extends Thread {
    private final Gauge gauge;
    private final int limit;

    Lookout(Gauge gauge, int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("a limit of " + limit);
        }
        this.gauge = gauge;
        this.limit = limit;
    }

    /** What is seen now. */
    protected abstract int seen();

    int look() {
        int seen = seen();
        if (seen > limit) {
            return gauge.rise(seen);
        }
        return 0;
    }
}
