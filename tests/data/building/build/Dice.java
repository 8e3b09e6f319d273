package build;

import java.util.Random;

/** Counts how often it was thrown; only what it inherits from a class of the JDK throws it. */
public class Dice extends Random {
    private static final long serialVersionUID = 1;

    private int count;

    @Override
    protected int next(int bits) {
        count++;
        return 1 << (bits - 2);
    }
}
