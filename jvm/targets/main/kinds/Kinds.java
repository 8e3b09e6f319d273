package kinds;

import java.util.function.Supplier;

/** Kinds of classes beside plain ones; what the compiler adds to them has no line of its own, so that the test names them. */
public class Kinds {
    private Kinds() {}

    /** An enum has `values`, `valueOf` and what they need. */
    public enum Suit {
        HEARTS,
        SPADES;

        public boolean isRed() {
            return ordinal() < 1;
        }
    }

    /** A record has accessors, `equals`, `hashCode` and `toString`, and here a bridge. */
    public record Point(int x, int y) implements Comparable<Point> {
        @Override
        public int compareTo(Point other) {
            return x + y - other.x - other.y;
        }
    }

    /** An interface has bodies, too. */
    public interface Named {
        String name();

        default String greeting() {
            return "Hello, " + name();
        }

        static Supplier<String> constant(int number) {
            return () -> "number " + number;
        }
    }

    /** Marked by an annotation of its own package. */
    @FexIgnore
    public static class Ignored {
        public int one(int value) {
            return value * 2;
        }

        /** Inside a marked class. */
        public static class Inner {
            public int two(int value) {
                return value * 3;
            }
        }
    }

    /** Marks what need not be judged. */
    @interface FexIgnore {}

    /** Stops `null`. */
    @interface Nonnull {}

    /** Single methods. */
    public static class Methods {
        @FexIgnore
        public int marked(int value) {
            return value * 5;
        }

        @Nonnull
        public Object nothingElse() {
            return new int[] {hashCode()};
        }

        public Integer[][][] deep(int size) {
            return new Integer[size][][];
        }
    }
}
