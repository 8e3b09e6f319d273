package coupled;

/** A callee. */
public class Till {
    int total;
    int notes;

    public void take(int amount) {
        if (amount > 1000) {
            throw new IllegalArgumentException("too much");
        }
        if (amount > 100) {
            notes++;
        } else {
            total += amount;
        }
    }
}
