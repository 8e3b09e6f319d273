import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/** Skips the rest of a suite once a test has failed: a bug needs to be found only once, and time limits are slow. */
public final class StopAtFirstFailure implements ExecutionCondition, TestExecutionExceptionHandler {

    private static volatile boolean failed;

    /** Made by JUnit, which finds this class as a service. */
    public StopAtFirstFailure() {
    }

    /** Forgets the failures of the suite before. */
    static void reset() {
        failed = false;
    }

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        return failed
                ? ConditionEvaluationResult.disabled("a test has failed already")
                : ConditionEvaluationResult.enabled("no test has failed yet");
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable throwable) throws Throwable {
        // A call that does not satisfy a method's precondition is no failure.
        if (!(throwable instanceof TestAbortedException)) {
            failed = true;
        }
        throw throwable;
    }
}
