package coupled;

/** A caller that hands over constants; {@code tests/coupling.rs} says what that makes impossible. */
public class Purser {
    private final Safe safe;

    public Purser() {
        this(new Safe());
    }

    Purser(Safe safe) {
        this.safe = safe;
    }

    public int plain(boolean isPlain) {
        if (isPlain) {
            return safe.plain(5);
        }
        return 0;
    }

    public int chosen(boolean isChosen) {
        if (isChosen) {
            return safe.chosen(2);
        }
        return 0;
    }

    public int assigned(boolean isAssigned) {
        if (isAssigned) {
            return safe.assigned(5);
        }
        return 0;
    }

    public int again(boolean isAgain) {
        if (isAgain) {
            return safe.again(5);
        }
        return 0;
    }

    /** One of two constants. */
    public int eitherWay(boolean isEither, boolean isBig) {
        if (isEither) {
            return safe.plain(isBig ? 50 : 5);
        }
        return 0;
    }

    /** Two calls, of which one gets whatever comes. */
    public int twice(boolean isTwice, int amount) {
        if (isTwice) {
            return safe.plain(5) + safe.plain(amount);
        }
        return 0;
    }

    public int noted(boolean isNoted, String note) {
        if (isNoted) {
            return safe.noted(note);
        }
        return 0;
    }

    void back() {
        safe.again(50);
    }
}
