package fex.agent;

import fex.runtime.Probe;

/**
 * How a test ended.
 *
 * @param thrown the class of what it threw; empty if nothing
 * @param message what the thrown object says
 */
record Outcome(Kind kind, String thrown, String message) {
    /** The report of a test that ended so. */
    Report.Ran report(String test, long micros, long work, boolean cut, Probe.Reached reached) {
        return new Report.Ran(
                test,
                kind,
                thrown,
                Writer.shortened(message),
                micros,
                work,
                cut,
                reached.methods(),
                reached.initialising());
    }

    /** In the order of their numbers in the protocol. */
    enum Kind {
        /** It ran and nothing was thrown. */
        PASSED,
        /** It did not run. */
        SKIPPED,
        /** An assumption did not hold. */
        ABORTED,
        /** An assertion failed. */
        ASSERTION,
        /** Something else was thrown. */
        EXCEPTION,
        /** There was not enough memory. */
        OUT_OF_MEMORY,
        /** It passed, and then what is around it failed. */
        AROUND,
    }

    static final Outcome PASSED = new Outcome(Kind.PASSED, "", "");
    static final Outcome SKIPPED = new Outcome(Kind.SKIPPED, "", "");
    static final Outcome ABORTED = new Outcome(Kind.ABORTED, "", "");

    /** The outcome of a test that threw; what it threw is foreign code and is trusted with nothing. */
    static Outcome failed(Throwable thrown) {
        if (thrown == null) {
            return new Outcome(Kind.EXCEPTION, "", "");
        }
        String message;
        try {
            message = String.valueOf(thrown.getMessage());
        } catch (Throwable unspeakable) {
            message = "";
        }
        return new Outcome(kind(thrown), thrown.getClass().getName(), message);
    }

    /** The outcome of a test that passed, after which what is around it ended in another way. */
    static Outcome around(Outcome of) {
        return new Outcome(Kind.AROUND, of.thrown, of.message);
    }

    private static Kind kind(Throwable thrown) {
        if (thrown instanceof OutOfMemoryError) {
            return Kind.OUT_OF_MEMORY;
        }
        // The assertion errors of JUnit 3 were no `AssertionError`s at first.
        boolean assertion = thrown instanceof AssertionError
                || thrown.getClass().getName().equals("junit.framework.AssertionFailedError");
        return assertion ? Kind.ASSERTION : Kind.EXCEPTION;
    }

    boolean hasFailed() {
        return kind.compareTo(Kind.ABORTED) > 0;
    }
}
