package fex.maven;

import java.util.Map;
import java.util.StringJoiner;

/** Writes maps, collections, booleans and texts as JSON. */
final class Json {
    private Json() {}

    static String write(Object value) {
        if (value == null || value instanceof Boolean) {
            return String.valueOf(value);
        }
        if (value instanceof Map) {
            StringJoiner all = new StringJoiner(",", "{", "}");
            ((Map<?, ?>) value).forEach((key, of) -> all.add(quoted(String.valueOf(key)) + ":" + write(of)));
            return all.toString();
        }
        if (value instanceof Iterable) {
            StringJoiner all = new StringJoiner(",", "[", "]");
            ((Iterable<?>) value).forEach(one -> all.add(write(one)));
            return all.toString();
        }
        return quoted(value.toString());
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char one : text.toCharArray()) {
            if (one == '"' || one == '\\') {
                out.append('\\').append(one);
            } else if (one < ' ') {
                out.append(String.format("\\u%04x", (int) one));
            } else {
                out.append(one);
            }
        }
        return out.append('"').toString();
    }
}
