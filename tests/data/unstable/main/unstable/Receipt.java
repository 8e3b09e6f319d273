package unstable;

import java.time.Clock;
import java.time.LocalDate;
import java.util.Locale;

/** Code that takes a clock and a locale from whoever has one, and from the machine otherwise. */
public final class Receipt {
    private final Clock clock;

    public Receipt() {
        this(Clock.systemDefaultZone());
    }

    public Receipt(Clock clock) {
        this.clock = clock;
    }

    /** Whether it is printed before a year begins. */
    public boolean isBefore(int year) {
        return LocalDate.now(clock).getYear() < year;
    }

    public static String amount(double value) {
        return amount(value, Locale.getDefault(Locale.Category.FORMAT));
    }

    public static String amount(double value, Locale locale) {
        return String.format(locale, "%.2f", value);
    }
}
