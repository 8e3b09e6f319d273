package coupled;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The lines before a test say what it covers: a branch of the caller with those of the callee that are taken during a call that it leads
 * to. What is covered as the published tool counts, and not causally, stands behind {@code published}, and the other way around behind
 * {@code causal}.
 */
class ClerkTest {
    private final Clerk clerk = new Clerk();

    // isPaid: amount <= 1000, amount <= 100
    @Test
    void sells() {
        clerk.sell(5, true);
    }

    // isPaid: amount <= 1000, amount <= 100
    // published isPaid: amount > 100
    @Test
    void takesBothBranchesInTheWrongOrder() {
        clerk.collect(500);
        clerk.sell(5, true);
    }

    // isPaid: amount <= 1000, amount <= 100
    // published isPaid: amount > 100
    @Test
    void takesTheOneAfterTheCall() {
        clerk.sell(5, true);
        clerk.till().take(500);
    }

    // isHeavy: amount <= 1000, amount > 100
    // published isUrgent: amount <= 1000, amount > 100
    // published !isUrgent: amount <= 1000, amount > 100
    @Test
    void throwsBeforeTheCall() {
        assertThrows(NullPointerException.class, () -> clerk.deliver(null, true, false));
        clerk.deliver(500, false, true);
    }

    // price > 0: amount <= 1000, amount <= 100
    // isForced: amount <= 1000, amount > 100
    // published price > 0: amount > 100
    // published isForced: amount <= 100
    // published price <= 0: amount <= 1000, amount > 100, amount <= 100
    // published ….hasNext(): amount <= 1000, amount > 100, amount <= 100
    @Test
    void goesTwoWaysToOneCall() {
        clerk.gather(List.of(5, -500), true);
    }

    // causal price >= 0: amount <= 1000, amount > 100
    @Test
    void checksInAnotherMethod() {
        clerk.checked(500);
    }

    // price.intValue() != 7: amount <= 1000, amount <= 100
    @Test
    void callsInALambda() {
        clerk.each(List.of(7, 8));
    }

    // kind is 1, 2: amount <= 1000, amount > 100
    @Test
    void chooses() {
        clerk.choose(2);
    }

    // isTried: amount > 1000
    // published isTried: amount <= 1000, amount <= 100
    @Test
    void callsAgainAfterAnException() {
        clerk.careful(5000, true);
    }

    // isLater: amount <= 1000, amount <= 100
    // published isLater: amount > 100
    @Test
    void leavesTheOtherBranchToAnotherThread() throws InterruptedException {
        clerk.waits(5, true);
    }
}
