package fex.runtime;

/** Ends a test that has done far more work than it does on the unchanged program. */
public final class HitLimit extends Error {
    private static final long serialVersionUID = 1L;

    HitLimit() {
        super("the test ran far longer than on the unchanged program", null, false, false);
    }
}
