package coupled;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The lines before a test say what it covers, as those of {@link ClerkTest} do: what leads to a method reference leads to the calls of its object. */
class BrokerTest {
    private final Broker broker = new Broker();

    // isEach: amount > 100, amount <= 100
    @Test
    void callsWithAReceiver() {
        broker.each(List.of(5, 500), true);
    }

    // isKept: amount <= 100
    // published isKept: amount > 100
    @Test
    void callsLater() {
        broker.keep(true);
        broker.vault().add(500);
        broker.use(5);
    }

    @Test
    void evaluatesAReferenceThatNothingCalls() {
        broker.keep(true);
        broker.vault().add(500);
    }

    // isReplaced: amount > 100
    @Test
    void callsTheObjectOfAnotherReference() {
        broker.keep(true);
        assertThrows(IllegalStateException.class, () -> broker.replace(true));
        broker.use(500);
    }

    // isKept: amount > 100, amount <= 100
    @Test
    void callsInAnotherThread() throws InterruptedException {
        broker.keep(true);
        broker.use(5);
        Thread other = new Thread(() -> broker.use(500));
        other.start();
        other.join();
    }

    // isCounted: filled > 3, filled <= 3
    @Test
    void callsOnAnArgument() {
        broker.full(List.of(new Vault(1), new Vault(8)), true);
    }

    /** The method of the vault is called by the annex, and not by the reference. */
    // published isCounted: filled > 3
    @Test
    void callsAMethodThatOverridesIt() {
        broker.full(List.of(new Annex()), true);
    }

    // isSummed: amount >= 0, amount < 0
    @Test
    void callsWithoutReceiver() {
        assertThrows(IllegalArgumentException.class, () -> broker.sum(new int[] {1, -1}, true));
    }

    // isSummed: amount < 0
    // published isSummed: amount >= 0
    @Test
    void callsTheCalleeItselfAfterACallThatThrows() {
        assertThrows(IllegalArgumentException.class, () -> broker.sum(new int[] {-1}, true));
        Vault.checked(1);
    }

    // isMade: size > 7
    @Test
    void makesAnObject() {
        broker.made(8, true);
    }
}
