package fex.agent;

/** What the parts of one test come to: the first failure, else whether anything ran. */
final class Parts {
    private Outcome failure;
    private boolean passed;
    private boolean aborted;

    void add(Outcome part) {
        if (part.hasFailed()) {
            failure = failure == null ? part : failure;
        }
        passed |= part.kind() == Outcome.Kind.PASSED;
        aborted |= part.kind() == Outcome.Kind.ABORTED;
    }

    Outcome outcome() {
        if (failure != null) {
            return failure;
        }
        if (passed) {
            return Outcome.PASSED;
        }
        return aborted ? Outcome.ABORTED : Outcome.SKIPPED;
    }
}
