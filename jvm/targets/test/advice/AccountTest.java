package advice;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests that reach what is of interest and assert nothing of it. */
class AccountTest {
    private final Account account = new Account();

    @Test
    void deposits() {
        account.deposit(5);
        assertNotNull(account);
    }

    @Test
    void counts() {
        account.count();
        assertNotNull(account);
    }

    @Test
    void warms() {
        account.warm("a");
        assertNotNull(account);
    }

    @Test
    void notes() {
        account.note("a", "b");
        assertNotNull(account);
    }

    @Test
    void signs() {
        assertFalse(account.isOverdrawn(5));
    }

    @Nested
    class Inside {
        @Test
        void moves() {
            Runnable move = () -> account.move("a");
            move.run();
            assertNotNull(account);
        }

        @Test
        void covers() {
            assertNotNull(Boolean.valueOf(account.covers(1, false)));
        }
    }
}
