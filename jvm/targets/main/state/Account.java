package state;

import java.util.ArrayList;
import java.util.List;

/** An account of a bank. The comment before each field says whether tests check it. */
public final class Account {
    // never checked
    private final String owner;
    // checked
    private long balance;
    // checked
    private boolean isLocked;
    // never checked
    private int changes;
    // checked
    private final List<String> entries = new ArrayList<>();
    // never checked
    private final List<String> warnings = new ArrayList<>();
    // checked
    private int limit = 1000;
    // guarded
    private int capacity = 3;
    // checked
    private Branch branch;
    // not set
    private String note;

    /** Where it is kept. */
    public record Branch(
            // checked
            String city,
            // checked
            int number) {}

    /** Where money goes. */
    public static final class Transfer {
        // never checked
        final Account from;
        // checked
        final Account to;
        // checked
        long amount;
        // never checked
        private Object last;

        public Transfer(Account from, Account to) {
            this.from = from;
            this.to = to;
        }

        public void run(long amount) {
            this.amount = amount;
            to.pay(amount);
            last = this;
        }
    }

    public Account(String owner) {
        this.owner = owner;
    }

    public void pay(long amount) {
        if (amount > limit) {
            throw new IllegalArgumentException("too much");
        }
        balance += amount;
        changes++;
        entries.add("+" + amount);
        if (balance > 900) {
            warnings.add("much money");
        }
    }

    public void open() {
        if (capacity < 1) {
            throw new IllegalStateException("no room");
        }
    }

    public void lock() {
        isLocked = true;
    }

    public String state() {
        return isLocked ? "locked" : "open";
    }

    public long balance() {
        return balance;
    }

    public int size() {
        return entries.size();
    }

    public void moveTo(Branch branch) {
        this.branch = branch;
    }

    public Branch branch() {
        return branch;
    }

    public String owner() {
        return owner;
    }

    public String note() {
        return note;
    }
}
