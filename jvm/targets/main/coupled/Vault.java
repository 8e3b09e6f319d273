package coupled;

/** A callee of which others refer to methods. */
public class Vault {
    int filled;

    Vault(int size) {
        if (size > 7) {
            filled = size;
        }
    }

    static int checked(int amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("less than nothing");
        }
        return amount;
    }

    void add(int amount) {
        if (amount > 100) {
            filled += 2;
        } else {
            filled++;
        }
    }

    boolean isFull() {
        return filled > 3;
    }
}
