package advice;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** What there is to do about changes that no test notices: the comment of a method states what fex says of it. */
public class Account {
    private long balance;
    private int counter;
    private final List<String> moves = new ArrayList<>();
    private Object cache;
    private final Map<String, String> notes = new HashMap<>();

    // observer void: account.summary() is "5 in all" and would be "0 in all", through two calls
    public void deposit(long amount) {
        balance += amount;
    }

    private String text() {
        return balance + " in all";
    }

    public String summary() {
        return text();
    }

    /** Reads the balance, and ends only where the account is overdrawn. */
    public long spin() {
        while (balance >= 0) {
            moves.size();
        }
        return balance;
    }

    /** Reads the balance, and throws in any case. */
    public long fail() {
        throw new IllegalStateException("at " + balance);
    }

    // observer void: account.peek() is 1 and would be 0; the other method that reads the counter changes it
    public void count() {
        counter++;
    }

    public int next() {
        return counter++;
    }

    public int peek() {
        return Math.max(counter, 0);
    }

    // observer void: account.moves().hasNext() is true and would be false, one object leading to another one
    public void move(String what) {
        moves.add(what);
    }

    public Iterator<String> moves() {
        return moves.iterator();
    }

    // hidden void: cache
    public void warm(Object held) {
        cache = List.of(held);
    }

    // target void: noteOn, which reads the notes for one name; none tells of them without one
    public void note(String name, String text) {
        notes.put(name, text);
    }

    private String noted(String name) {
        return notes.get(name);
    }

    public String noteOn(String name) {
        return noted(name);
    }

    // target 0 1: isOverdrawn; superfluous, for the sign is all that is left of it
    private int sign(long amount) {
        return amount < 0 ? -1 : 2;
    }

    public boolean isOverdrawn(long amount) {
        return sign(amount) < 0;
    }

    // condition false: strict is false, and 0 is compared with 1
    public boolean covers(long amount, boolean strict) {
        if (strict) {
            return balance > amount;
        }
        return balance >= amount;
    }
}
