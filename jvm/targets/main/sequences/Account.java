package sequences;

import java.util.ArrayList;
import java.util.List;

/** What can be found by calling it: the comment of a method says which bodies in its place a sequence of calls detects, and how. */
public class Account {
    private final String owner;
    private int balance;
    private int large;
    private int touched;

    public Account(String owner) {
        this.owner = owner;
    }

    /** The kinds of accounts. */
    public enum Kind {
        PLAIN,
        SAVINGS
    }

    /** Decides on amounts. */
    public interface Rule {
        boolean allows(int amount);
    }

    // detected: void; the balance tells
    public void deposit(int amount) {
        balance += amount;
        if (amount > 1000) {
            note(amount);
        }
    }

    // detected: void; only a large amount comes here, and only a method of the package tells
    private void note(int amount) {
        large = amount;
    }

    int largest() {
        return large;
    }

    public int balance() {
        return balance;
    }

    // detected: void; something is thrown where more is taken than there is
    private void check(int amount) {
        if (amount > balance) {
            throw new IllegalStateException("overdrawn");
        }
    }

    public void withdraw(int amount) {
        check(amount);
        balance -= amount;
    }

    // detected: void; the other account is an argument
    public void transfer(Account to, int amount) {
        withdraw(amount);
        to.deposit(amount);
    }

    // unobservable: void; nobody can ask for it
    public void touch() {
        touched++;
    }

    // same: void; it does nothing where it is called
    private void clear(List<String> none) {
        none.clear();
    }

    public int report() {
        clear(new ArrayList<>());
        return 7;
    }

    // hidden: 0 1; nobody calls it
    private static int unused(int number) {
        return number * 3;
    }

    // detected: true false; the word is in the code
    public static boolean isMagic(String word) {
        return word.equals("xyzzy");
    }

    // detected: 0 1; a constant of an enum decides
    public int rate(Kind kind) {
        return kind == Kind.SAVINGS ? 3 : 2;
    }

    // detected: true false; a function decides
    public boolean allows(Rule rule) {
        return rule.allows(1);
    }

    // detected: void; the array that it is given tells
    public static void fill(long[] places) {
        for (int index = 0; index < places.length; index++) {
            places[index] = 9;
        }
    }

    // detected: null; it returns itself
    public Account self() {
        return this;
    }

    // detected: 0.0 1.0; a number with a point
    double half() {
        return balance / 2.0 + 0.25;
    }

    // detected: null empty; an array of texts
    protected String[] names() {
        return new String[] {owner, "account"};
    }
}
