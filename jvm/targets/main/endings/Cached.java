package endings;

/** A result that is computed when its class is initialised: a used JVM never computes it again. */
public class Cached {
    // skipped: initialiser
    private static final int ANSWER = compute();

    // tested: 0 detected (assertion), 1 detected (assertion)
    private static int compute() {
        return Integer.parseInt("42");
    }

    // skipped: getter
    static int answer() {
        return ANSWER;
    }
}
