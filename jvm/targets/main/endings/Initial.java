package endings;

/** A result that is computed when its class is initialised: the first test that needs it takes it as it is, the second looks. */
public class Initial {
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
