package fex.instrument;

/** What an instruction does in place of what it does. The order is that of the numbers on the wire. */
public enum Mutator {
    /** A jump is always made. */
    ALWAYS,
    /** A jump is never made. */
    NEVER,
    /** A comparison takes its boundary in or leaves it out: {@code <} is {@code <=}, and so on. */
    BOUNDARY,
    /**
     * An operation is its opposite: {@code +} and {@code -}, {@code *} and {@code /}, {@code &} and {@code |}, {@code <<} and
     * {@code >>}; {@code %} is {@code *}, {@code ^} is {@code &}, and {@code >>>} is {@code <<}.
     */
    OPPOSITE,
    /** An operation gives its first operand. */
    FIRST,
    /** An operation gives its second operand. */
    SECOND,
    /** A number is one more. */
    INCREMENTED,
    /** A number has the other sign. */
    NEGATED,
    /** A value is 0, {@code false} or {@code null}. */
    ZERO,
    /** A value is 1 or {@code true}. */
    ONE,
    /** A call is not made, and its result is 0, {@code false} or {@code null}; or a variable is not incremented. */
    REMOVED,
}
