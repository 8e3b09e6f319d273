package sequences;

/** A tap that gives nothing any more once it is closed. */
public final class Tap {
    private boolean isClosed;

    public int next() {
        if (isClosed) {
            throw new IllegalStateException("closed");
        }
        return 1;
    }

    // detected: void; by what is thrown afterwards
    public void close() {
        isClosed = true;
    }
}
