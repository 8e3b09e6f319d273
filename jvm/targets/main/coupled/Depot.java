package coupled;

/** Asks a gauge from the second call in a JVM on. */
class Depot {
    private static boolean isOpen;

    static int store(int amount) {
        if (isOpen) {
            return new Gauge().rise(amount);
        }
        isOpen = true;
        return 0;
    }
}
