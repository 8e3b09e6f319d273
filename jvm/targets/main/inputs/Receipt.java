package inputs;

import java.time.LocalDate;
import java.util.Locale;
import java.util.Random;

/** Prints what it reads of what surrounds it. */
public final class Receipt {
    /** The first line. */
    public String header(String customer) {
        return customer + " " + System.getProperty("receipt.shop", "shop");
    }

    /** Whether something is still valid. */
    public boolean isValid(LocalDate until) {
        return !LocalDate.now().isAfter(until);
    }

    /** An amount, with the separator of the locale. */
    public String amount(double amount) {
        return String.format(Locale.getDefault(), "%.1f", amount);
    }

    /** How long ago something was, in milliseconds. */
    public long age(long since) {
        return System.currentTimeMillis() - since;
    }

    /** Two lines. */
    public String lines(String first, String second) {
        return first + System.lineSeparator() + second;
    }

    /** Who is at the till. */
    public String cashier() {
        String cashier = System.getenv("RECEIPT_CASHIER");
        return cashier == null ? "nobody" : cashier;
    }

    /** A number that is drawn, below a hundred. */
    public int lottery() {
        return new Random().nextInt(100);
    }
}
