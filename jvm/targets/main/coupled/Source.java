package coupled;

/** An abstract class that no class extends; its constructor asks one of its methods. */
abstract class Source {
    private final int first;

    protected Source() {
        first = next(0);
    }

    /** What comes after a number. */
    protected abstract int next(int before);

    abstract String name() throws Feed.Lost;

    int total() {
        return first + next(first);
    }
}
