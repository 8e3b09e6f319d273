import edu.mit.csail.sdg.alloy4.Err;

/** A JSON object or array in the making. */
final class Json {

    private final StringBuilder text;
    private final char end;

    private Json(char start, char end) {
        this.text = new StringBuilder().append(start);
        this.end = end;
    }

    /** An object without members. */
    static Json object() {
        return new Json('{', '}');
    }

    /** An array without elements. */
    static Json array() {
        return new Json('[', ']');
    }

    /** Adds a member to an object: a number, a truth value, a string, or JSON. */
    Json put(String name, Object value) {
        separate();
        text.append(quoted(name)).append(':').append(written(value));
        return this;
    }

    /** Adds an element to an array: a number, a truth value, a string, or JSON. */
    Json add(Object value) {
        separate();
        text.append(written(value));
        return this;
    }

    /** Adds the text and the place of an error or a warning to an object. */
    Json message(Err error) {
        return put("message", error.msg)
                .put("file", error.pos.filename)
                .put("line", error.pos.y)
                .put("column", error.pos.x);
    }

    private void separate() {
        if (text.length() > 1) {
            text.append(',');
        }
    }

    private static String written(Object value) {
        return value instanceof String string ? quoted(string) : value.toString();
    }

    private static String quoted(String string) {
        StringBuilder quoted = new StringBuilder().append('"');
        string.chars().forEach(letter -> {
            if (letter == '"' || letter == '\\') {
                quoted.append('\\').append((char) letter);
            } else if (letter < ' ') {
                quoted.append(String.format("\\u%04x", letter));
            } else {
                quoted.append((char) letter);
            }
        });
        return quoted.append('"').toString();
    }

    @Override
    public String toString() {
        return text.toString() + end;
    }
}
