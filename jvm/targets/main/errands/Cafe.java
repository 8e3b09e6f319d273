package errands;

import java.io.File;

/** Hangs on a file whose name takes more than ASCII. */
public final class Cafe {
    /** Whether there is a menu: only on machines that can name it. */
    public int menus() {
        return new File("menu caf\u00e9").exists() ? 1 : 0;
    }
}
