package coupled;

/** A caller that hands over what it has not looked at. */
public class Porter {
    private final Ledger ledger = new Ledger();

    /** Nobody says that there has to be a name. */
    public int entered(String name, boolean isEntered) {
        return isEntered ? ledger.entered(name) : 0;
    }

    /** Nobody says that it has to be a number; the JDK throws the exception. */
    public int parsed(String text, boolean isParsed) {
        return isParsed ? ledger.parsed(text) : 0;
    }

    /** The documentation of the callee says so. */
    public int page(int number, boolean isOpened) {
        return isOpened ? ledger.page(number) : 0;
    }

    /** The declaration of the callee says so. */
    public int divided(int by, boolean isDivided) {
        return isDivided ? ledger.divided(by) : 0;
    }

    /** The callee asks for it. */
    public int required(String name, boolean isRequired) {
        return isRequired ? ledger.required(name) : 0;
    }

    /** The callee throws the exception itself. */
    public int sized(int size, boolean isSized) {
        return isSized ? ledger.sized(size) : 0;
    }

    /** The callee asserts what nobody says. */
    public int counted(int count, boolean isCounted) {
        return isCounted ? ledger.counted(count) : 0;
    }

    /** The caller throws the exception. */
    public int own(String name, boolean isOwn) {
        return isOwn ? ledger.sized(name.length()) : 0;
    }

    /** The caller is ready for the exception. */
    public int caught(String name, boolean isCaught) {
        try {
            return isCaught ? ledger.entered(name) : 0;
        } catch (NullPointerException missing) {
            return -1;
        }
    }

    /** No square leaves 3 when it is divided by 8, so that a search goes on as long as it may. */
    public int never(int number) {
        return number * number == 3 ? ledger.sized(number) : 0;
    }
}
