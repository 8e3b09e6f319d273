package coupled;

import java.util.List;

/** A caller; the comments of its tests say which coupled branches each of them covers. */
public class Clerk {
    private final Till till = new Till();

    public void sell(int price, boolean isPaid) {
        if (isPaid) {
            till.take(price);
        }
    }

    /** A call that no branch leads to. */
    public void collect(int price) {
        till.take(price);
    }

    /** Throws something between the branch and the call. */
    public void deliver(Integer price, boolean isUrgent, boolean isHeavy) {
        if (isUrgent || isHeavy) {
            int amount = price;
            till.take(amount);
        }
    }

    /** Two branches lead to one call. */
    public void gather(List<Integer> prices, boolean isForced) {
        for (int price : prices) {
            if (price > 0 || isForced) {
                till.take(Math.abs(price));
            }
        }
    }

    /** The branch is in another method, which has returned before the call. */
    public void checked(int price) {
        check(price);
        till.take(price);
    }

    private void check(int price) {
        if (price < 0) {
            throw new IllegalArgumentException("less than nothing");
        }
    }

    public void each(List<Integer> prices) {
        prices.forEach(price -> {
            if (price != 7) {
                till.take(price);
            }
        });
    }

    public void choose(int kind) {
        switch (kind) {
            case 1:
            case 2:
                till.take(150);
                break;
            case 3:
                till.take(50);
                break;
            default:
                break;
        }
    }

    /** The call has ended by an exception when the till is used again. */
    public void careful(int price, boolean isTried) {
        try {
            if (isTried) {
                till.take(price);
            }
        } catch (IllegalArgumentException tooMuch) {
            Counter.count(till, 5);
        }
    }

    public void waits(int price, boolean isLater) throws InterruptedException {
        if (isLater) {
            Thread other = new Thread(() -> Counter.count(till, 500));
            other.start();
            other.join();
            till.take(price);
        }
    }

    Till till() {
        return till;
    }
}
