package rides;

/** How one drives in the country for which the program was started. */
public final class Road {
    /** Whether on the left. */
    static final boolean IS_LEFT;

    private static final int LIMIT;

    static {
        String country = System.getProperty("rides.country", "FR");
        IS_LEFT = country.equals("GB") || country.equals("JP");
        if (country.startsWith("D")) {
            LIMIT = Integer.MAX_VALUE;
        } else {
            LIMIT = IS_LEFT ? 112 : 130;
        }
    }

    private Road() {}

    /** Whether a speed is allowed. */
    public static boolean allows(int speed) {
        return speed <= LIMIT;
    }
}
