package build;

/** A counter that its methods take to even numbers only. */
public class Partly {
    private int count;

    /** Makes a counter from two parts; the name says which of the overloads is meant. */
    public static Partly of(Integer half) {
        Partly made = new Partly();
        made.count = 2 * half;
        return made;
    }

    public static Partly of(Object nothing) {
        return new Partly();
    }

    private Partly() {}
}
