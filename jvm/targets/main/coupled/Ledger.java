package coupled;

import java.util.Objects;

/** A callee whose methods throw exceptions; {@link Porter} says which of them nobody has announced. */
class Ledger {
    private final int[] pages = new int[4];

    int entered(String name) {
        return name.length() > 3 ? 1 : 0;
    }

    int parsed(String text) {
        return Integer.parseInt(text) > 3 ? 1 : 0;
    }

    /**
     * What is on a page.
     *
     * @throws ArrayIndexOutOfBoundsException if there is no such page
     */
    int page(int number) {
        return pages[number] > 0 ? 1 : 0;
    }

    int divided(int by) throws ArithmeticException {
        return 12 / by > 3 ? 1 : 0;
    }

    int required(String name) {
        return Objects.requireNonNull(name).length() > 3 ? 1 : 0;
    }

    int sized(int size) {
        if (size < 0) {
            throw new NegativeArraySizeException("less than nothing");
        }
        return size > 3 ? 1 : 0;
    }

    int counted(int count) {
        assert count >= 0 : "a count is not negative";
        return count > 3 ? 1 : 0;
    }
}
