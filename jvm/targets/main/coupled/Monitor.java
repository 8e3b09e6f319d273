package coupled;

/** Tells a gauge what a feed says, of which one that returns constants does not lead to it. */
class Monitor {
    private final Gauge gauge = new Gauge();

    int watch(Feed feed) {
        double before = feed.level(0);
        double after = feed.level(1);
        if (before < after) {
            return gauge.rise(feed.verdict("rise", after));
        }
        return 0;
    }

    int reset(Feed feed, boolean isLoud) {
        try {
            feed.reset();
            return 0;
        } catch (Feed.Lost lost) {
            if (isLoud) {
                return gauge.fail(lost.getMessage());
            }
            return -1;
        }
    }
}
