package coupled;

/** Uses a till, and is neither caller nor callee. */
final class Counter {
    private Counter() {}

    static void count(Till till, int amount) {
        till.take(amount);
    }
}
