package inputs;

/** A gate that stays shut when it has refused somebody. */
final class Gate {
    static int most = 3;
    static boolean isOpen = true;

    private Gate() {}

    static int pass(int count) {
        isOpen = false;
        if (count > most) {
            throw new IllegalStateException("too many");
        }
        isOpen = true;
        return Math.min(count, most);
    }

    /** Whatever the most is that tests are given, it is another one. */
    static boolean isOpenToSome() {
        return isOpen && most != 1_000_003;
    }
}
