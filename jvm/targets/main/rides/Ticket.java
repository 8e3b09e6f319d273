package rides;

/** What the letters of a ticket stand for. */
public final class Ticket {
    private Ticket() {}

    /** The price of a ticket such as {@code #w2}: a week in two zones. */
    public static int price(String ticket) {
        if (ticket.length() != 3 || ticket.charAt(0) != '#') {
            return -1;
        }
        int zones = ticket.charAt(2) - '0';
        if (zones < 1 || zones > 6) {
            return -2;
        }
        return switch (ticket.charAt(1)) {
            case 'h' -> 2 * zones;
            case 'd' -> 5 * zones;
            case 'w' -> 20 * zones;
            case 'y' -> 700 * zones;
            default -> 0;
        };
    }
}
