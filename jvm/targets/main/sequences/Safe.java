package sequences;

/** A safe that opens after the right turns, which nobody finds by chance. */
public final class Safe {
    private static final int[] TURNS = {31, 7, 54, 18, 26};

    private int right;
    private int inside;

    public void put(int amount) {
        inside += amount;
    }

    public Safe turn(int number) {
        right = right < TURNS.length && TURNS[right] == number ? right + 1 : 0;
        return this;
    }

    public boolean isOpen() {
        return right == TURNS.length;
    }

    public int take(int amount) {
        return isOpen() ? taken(amount) : -1;
    }

    // detected: 0 1; only a test knows the turns
    private int taken(int amount) {
        int taken = Math.min(amount, inside);
        inside -= taken;
        return taken;
    }
}
