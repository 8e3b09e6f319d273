package coupled;

/** A callee that decides by what it is given, mostly. */
public class Safe {
    private int left = 1;
    private int stored;

    public int plain(int amount) {
        return amount > 10 ? 1 : 2;
    }

    public int chosen(int kind) {
        switch (kind) {
            case 1:
                return 10;
            case 2:
                return 20;
            default:
                return 0;
        }
    }

    /** The parameter is another number when it is asked. */
    public int assigned(int amount) {
        amount += stored++;
        return amount > 10 ? 1 : 2;
    }

    /** Comes back with another number. */
    public int again(int amount) {
        if (left-- > 0) {
            new Purser(this).back();
        }
        return amount > 10 ? 1 : 2;
    }

    public int noted(String note) {
        return note == null ? 1 : 2;
    }
}
