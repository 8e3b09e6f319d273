package surroundings;

import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.util.Date;
import java.util.GregorianCalendar;

/** Code that reads the date, the zone and the locale without being told. */
public final class Invoice {
    private final double amount;

    public Invoice(double amount) {
        this.amount = amount;
    }

    /** Whether it is still to be paid, which it is before 2031. */
    public boolean isOpen() {
        return LocalDate.now().isBefore(LocalDate.of(2031, 1, 1));
    }

    /** The year in which it is printed, by an old calendar. */
    public static int year() {
        return new GregorianCalendar().get(GregorianCalendar.YEAR);
    }

    /** Whether an instant, in milliseconds since 1970, is over. */
    public static boolean isOver(long millis) {
        return System.currentTimeMillis() >= millis;
    }

    /** The hour of an instant. */
    public static String hour(long millis) {
        return new SimpleDateFormat("HH").format(new Date(millis));
    }

    /** The amount as customers read it. */
    public String amount() {
        return String.format("%.2f", amount);
    }
}
