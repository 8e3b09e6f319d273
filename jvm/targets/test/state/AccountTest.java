package state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Tests that compare some of what an account keeps. */
class AccountTest {
    @Test
    void paidMoneyIsThere() {
        Account account = new Account("Ann");
        account.pay(50);
        account.owner();
        account.open();
        assertEquals(50, account.balance());
        assertEquals(1, account.size());
    }

    /** What is compared hangs on the field, which no assertion is given. */
    @Test
    void lockedAccount() {
        Account account = new Account("Ann");
        account.lock();
        assertEquals("locked", account.state());
    }

    /** Records are compared by all of their components. */
    @Test
    void movedAccount() {
        Account account = new Account("Ann");
        account.moveTo(new Account.Branch("Bern", 7));
        assertEquals(new Account.Branch("Bern", 7), account.branch());
    }

    /** The field of the test's own package is read by the test; what it leads to is compared. */
    @Test
    void transfer() throws ReflectiveOperationException {
        Account.Transfer transfer = new Account.Transfer(new Account("Ann"), new Account("Bob"));
        transfer.run(5);
        assertEquals(5, transfer.to.balance());
        assertEquals(5L, Account.Transfer.class.getDeclaredField("amount").get(transfer));
    }
}
