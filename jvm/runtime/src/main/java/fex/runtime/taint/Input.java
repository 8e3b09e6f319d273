package fex.runtime.taint;

import java.util.concurrent.atomic.AtomicReference;

/** A place of a program that gives a value which a test controls or does not control. */
public final class Input {
    /** The kinds of inputs. */
    public enum Kind {
        /** A constant that the code of a test loads. */
        CONSTANT(true),
        /** A constant that the code loads which runs before each test. */
        FIXTURE(true),
        /** An argument of a parameterized test. */
        ARGUMENT(true),
        /** What a method of the test's own class returns that takes no arguments. */
        RESULT(true),
        /** The value that a static field has when the test begins. */
        STATIC(false),
        /** The value that a field of the test's own class has when its object is new. */
        FIELD(false),
        /** What a call reads of what surrounds the test. */
        ENVIRONMENT(false),
        /** What the program keeps in a field of its objects: state rather than an input, with a mark of its own. */
        STATE(true);

        /** Whether the test controls it. */
        public final boolean isControlled;

        Kind(boolean isControlled) {
            this.isControlled = isControlled;
        }
    }

    /**
     * Where an input is.
     *
     * @param key what tells it from all others, in every JVM
     * @param type the internal name of the class whose code or field it is
     * @param method the method; empty for a field
     * @param descriptor its descriptor
     * @param line the line; 0 if it is not known
     * @param name the name of the field, or of the method that returns it; empty for a constant
     * @param of the descriptor of its values
     */
    public record Place(
            String key, Kind kind, String type, String method, String descriptor, int line, String name, String of) {}

    final int number;
    final Place place;

    /** Its mark where that belongs to whichever test runs. */
    final Marks lasting;

    /** The number of the change that is made to its values; negative for none. */
    volatile int change = -1;

    /** The last test in which an assertion has looked at it, if the test controls it: nothing more is asked of it then. */
    volatile int checkedIn = -1;

    /** Its mark in the test that has asked last; {@code null} for none. */
    private volatile Marks mark;

    /** What a change has put in the place of an object, which stays the same object throughout a test. */
    private final AtomicReference<Object> changed = new AtomicReference<>();

    /** The test in which it was met last. */
    private volatile int test = -1;

    /** What it was then, in words. */
    private volatile String value = "";

    /** What was put in its place; {@code null} if nothing was. */
    private volatile String instead;

    Input(int number, Place place) {
        this.number = number;
        this.place = place;
        lasting = Marks.of(number, 0);
    }

    /** Its mark in a test. */
    Marks mark(int current) {
        Marks known = mark;
        if (known == null || !known.isOf(current)) {
            known = Marks.of(checkedIn == current ? Inputs.CHECKED : number, current);
            mark = known;
        }
        return known;
    }

    /** An assertion of a test has looked at it. */
    void check(int current) {
        if (place.kind().isControlled && checkedIn != current) {
            checkedIn = current;
            mark = null;
            Marks.change();
        }
    }

    boolean isOwnField() {
        return place.kind() == Kind.FIELD;
    }

    boolean isState() {
        return place.kind() == Kind.STATE;
    }

    /** Notes that a test meets it, once in each test. */
    void meet(Object value, int current) {
        // A field begins with nothing, and may be initialised after that.
        if (test != current || isOwnField()) {
            this.value = Values.words(value);
            instead = null;
            changed.set(null);
            test = current;
        }
    }

    /** Notes that a test meets it, or that the program keeps something in it, whatever that is. */
    void meet(int current) {
        test = current;
    }

    boolean isMetIn(int current) {
        return test == current;
    }

    String value() {
        return value;
    }

    String instead() {
        return instead;
    }

    /** What a value is changed into; itself if there is nothing else that it could be. */
    Object changed(Object value) {
        Object known = changed.get();
        if (known != null) {
            return known == Values.NULL ? null : known;
        }
        Object other = Values.other(value, place.of(), change);
        if (other == Values.NONE) {
            return value;
        }
        // The JVM has numbers for characters.
        instead = Values.words(other instanceof Integer number ? Values.narrow(number, place.of()) : other);
        // A constant may have several values, as a variable of a loop has.
        if (!(value instanceof Number || value instanceof Character || value instanceof Boolean)) {
            changed.set(other == null ? Values.NULL : other);
        }
        return other;
    }
}
