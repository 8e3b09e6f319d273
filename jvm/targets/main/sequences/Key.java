package sequences;

/** A key that is made from a text, whose class no test can name. */
public abstract class Key {
    public static Key of(String text) {
        if (!text.startsWith("key=")) {
            throw new IllegalArgumentException(text);
        }
        return new Plain(text.substring(4));
    }

    private static final class Plain extends Key {
        private final String text;

        Plain(String text) {
            this.text = text;
        }

        @Override
        // detected: true false; only an assertion calls it, and only on keys that are equal
        public boolean equals(Object other) {
            return other instanceof Plain && isSame(((Plain) other).text);
        }

        // detected: true false
        private boolean isSame(String other) {
            return text.equals(other);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }
    }
}
