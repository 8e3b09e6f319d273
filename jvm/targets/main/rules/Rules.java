package rules;

/** A method for each reason to skip one; no test runs any of them. */
public class Rules {
    private static int count;
    private int field;

    // skipped: initialiser
    static {
        count = Integer.parseInt("1");
    }

    // skipped: empty
    public void empty() {}

    // skipped: constant
    public int constant() {
        return 17;
    }

    // skipped: constant
    public Object none() {
        return null;
    }

    // skipped: empty-array
    public int[] emptyArray() {
        return new int[0];
    }

    // skipped: this
    public Rules self() {
        return this;
    }

    // skipped: parameter
    public String parameter(int other, String given) {
        return given;
    }

    // skipped: getter
    public int getField() {
        return field;
    }

    // skipped: getter
    public static int getCount() {
        return count;
    }

    // skipped: setter
    public void setField(int value) {
        field = value;
    }

    // skipped: setter
    public Rules withField(int value) {
        field = value;
        return this;
    }

    // skipped: delegate
    public int delegate(String text, int from) {
        return text.indexOf(text, from);
    }

    // skipped: delegate
    public static int staticDelegate(int a, int b) {
        return Math.max(a, b);
    }

    // skipped: deprecated
    @Deprecated
    public int old() {
        return field + 1;
    }

    // skipped: generated
    @Generated
    public int generated() {
        return field + 2;
    }

    // skipped: to-string
    @Override
    public String toString() {
        return "Rules " + field;
    }

    // skipped: hash-code
    @Override
    public int hashCode() {
        return field + 3;
    }

    // not-covered
    public int eligible() {
        return field + 4;
    }

    /** Marks code that nobody wrote. */
    @interface Generated {}

    /** Stops `null`. */
    @interface NotNull {}

    // not-covered
    @NotNull
    public String never() {
        return "never" + field;
    }
}
