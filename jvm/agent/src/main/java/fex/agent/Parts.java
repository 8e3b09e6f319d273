package fex.agent;

/** What the parts of one test come to: the first failure, else whether anything ran. */
final class Parts {
    private Outcome failure;
    private Outcome around;
    private boolean passed;
    private boolean aborted;

    void add(Outcome part) {
        if (part.hasFailed()) {
            failure = failure == null ? part : failure;
        }
        passed |= part.kind() == Outcome.Kind.PASSED;
        aborted |= part.kind() == Outcome.Kind.ABORTED;
    }

    /** What is around the test has failed. */
    void addAround(Outcome outer) {
        around = around == null ? outer : around;
    }

    Outcome outcome() {
        if (failure != null) {
            return failure;
        }
        if (around != null) {
            return passed ? Outcome.around(around) : around;
        }
        if (passed) {
            return Outcome.PASSED;
        }
        return aborted ? Outcome.ABORTED : Outcome.SKIPPED;
    }
}
