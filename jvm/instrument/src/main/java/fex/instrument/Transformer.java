package fex.instrument;

/** Changes classes: a pure function from bytes to bytes. */
public interface Transformer {
    /** Whether there is anything to do to a class, by its internal name. */
    boolean concerns(String name);

    /**
     * The class as it is to be loaded.
     *
     * @throws RuntimeException if it cannot be changed; then the original has to run
     */
    byte[] instrument(byte[] original);
}
