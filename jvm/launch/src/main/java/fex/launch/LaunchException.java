package fex.launch;

/** Why the binary of fex cannot be run, and what helps. */
public final class LaunchException extends Exception {
    private static final long serialVersionUID = 1;

    /**
     * A reason of its own.
     *
     * @param reason what is wrong, and what helps
     */
    public LaunchException(String reason) {
        super(reason);
    }

    LaunchException(String reason, Exception cause) {
        super(reason, cause);
    }
}
