package coupled;

/** Tells a gauge what a source gives, of which nobody has one. */
class Drain {
    private final Gauge gauge = new Gauge();

    int pour(Source source) {
        if (source.total() > 70) {
            return gauge.rise(source.next(7));
        }
        return 0;
    }

    int ask(Source source, boolean isAsked) {
        try {
            return source.name().isEmpty() ? 1 : 0;
        } catch (Feed.Lost lost) {
            if (isAsked) {
                return gauge.fail(lost.getMessage());
            }
            return -1;
        }
    }
}
