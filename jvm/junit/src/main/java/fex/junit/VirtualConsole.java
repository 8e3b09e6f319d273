package fex.junit;

import fex.runtime.HeldConsole;

/** The standard streams of a test in a {@link VirtualEnvironment}. */
public final class VirtualConsole {
    private VirtualConsole() {}

    /** Gives {@code System.in} a text, after what it was given before. Where that ends, the input ends. */
    public static void type(String text) {
        Environments.require("VirtualConsole.type");
        HeldConsole.type(text);
    }

    /** What was printed to {@code System.out} since the test began, up to 16 MiB. */
    public static String out() {
        Environments.require("VirtualConsole.out");
        return HeldConsole.out();
    }

    /** The same of {@code System.err}. */
    public static String err() {
        Environments.require("VirtualConsole.err");
        return HeldConsole.err();
    }
}
