import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes random programs, as QuickCheck would: `RandomPrograms SPECIFICATION FOLDER COUNT SEED` draws each choice of the grammar that the
 * signatures and templates of a specification are, without a look at what is `legal`, and throws away what does not compile.
 */
final class RandomPrograms {
    private static final Pattern DECLARED = Pattern.compile(
            "(?:@text\\(((?:\"(?:\\\\.|[^\"\\\\])*\"|[^\"@])*?)\\)\\s*)?"
                    + "(?:(?:abstract |one )?sig (\\w+)(?: extends (\\w+))? \\{((?:\"(?:\\\\.|[^\"\\\\])*\"|[^\"}])*)\\}|enum (\\w+) \\{([^}]*)\\})");
    private static final Pattern FIELD = Pattern.compile("(?:@text\\(\"((?:\\\\.|[^\"\\\\])*)\"\\)\\s*)?(\\w+): (lone )?(\\w+)");
    private static final Pattern STRING = Pattern.compile("\"((?:\\\\.|[^\"\\\\])*)\"");
    private static final Pattern HOLE = Pattern.compile("\\{(\\w+)\\}");

    /** A field: what it says if it is there, with what its value says for `{this}`; null for the value alone. */
    private record Field(String type, boolean isLone, String says) {}

    private record Signature(String template, String above, Map<String, Field> fields) {}

    private final Map<String, Signature> signatures = new HashMap<>();
    private final Map<String, List<String>> extensions = new HashMap<>();
    private final Map<String, List<String>> members = new HashMap<>();
    private final Random random;

    private RandomPrograms(String specification, long seed) {
        random = new Random(seed);
        Matcher declared = DECLARED.matcher(specification.replaceAll("(?m)^\\s*//.*$", ""));
        while (declared.find()) {
            List<String> texts = declared.group(1) == null ? List.of() : strings(declared.group(1).replaceFirst(",\\s*extension\\(.*", ""));
            if (declared.group(5) != null) {
                members.put(declared.group(5), texts.isEmpty() ? List.of(declared.group(6).trim().split(",\\s*")) : texts);
                continue;
            }
            Map<String, Field> fields = new LinkedHashMap<>();
            for (Matcher field = FIELD.matcher(declared.group(4)); field.find(); ) {
                String says = field.group(1) == null ? null : field.group(1).translateEscapes();
                fields.put(field.group(2), new Field(field.group(4), field.group(3) != null, says));
            }
            signatures.put(declared.group(2), new Signature(String.join("\n", texts), declared.group(3), fields));
            if (declared.group(3) != null) {
                extensions.computeIfAbsent(declared.group(3), one -> new ArrayList<>()).add(declared.group(2));
            }
        }
    }

    private static List<String> strings(String list) {
        return STRING.matcher(list).results().map(one -> one.group(1).translateEscapes()).toList();
    }

    private <T> T oneOf(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private String drawn(String type) {
        if (members.containsKey(type)) {
            return oneOf(members.get(type));
        }
        if (extensions.containsKey(type)) {
            return drawn(oneOf(extensions.get(type)));
        }
        Signature signature = signatures.get(type);
        Map<String, String> values = new HashMap<>();
        for (Signature one = signature; one != null; one = signatures.get(one.above())) {
            one.fields().forEach((name, field) -> {
                boolean isThere = !field.isLone() || random.nextBoolean();
                values.put(name, isThere ? said(field) : "");
            });
        }
        return filled(signature.template(), values);
    }

    private String said(Field field) {
        if (field.says() == null) {
            return drawn(field.type());
        }
        return field.says().contains("{this}") ? field.says().replace("{this}", drawn(field.type())) : field.says();
    }

    /** A line with nothing but an empty value is left out, and lines of a value are indented like the first. */
    private static String filled(String template, Map<String, String> values) {
        List<String> lines = new ArrayList<>();
        for (String line : template.split("\n", -1)) {
            String indent = line.substring(0, line.length() - line.stripLeading().length());
            String full = HOLE.matcher(line).replaceAll(hole -> {
                String value = values.get(hole.group(1));
                return Matcher.quoteReplacement(value == null ? hole.group() : value.replace("\n", "\n" + indent));
            });
            if (!full.isBlank() || line.isBlank()) {
                lines.add(full);
            }
        }
        return String.join("\n", lines);
    }

    public static void main(String[] arguments) throws IOException {
        RandomPrograms programs = new RandomPrograms(Files.readString(Path.of(arguments[0])), Long.parseLong(arguments[3]));
        Path folder = Files.createDirectories(Path.of(arguments[1]));
        int count = Integer.parseInt(arguments[2]);
        int drawn = 0;
        for (int made = 0; made < count; drawn++) {
            String text = programs.drawn("Program") + "\n";
            if (Compiled.of(text).isOk()) {
                Files.writeString(folder.resolve(String.format("%05d.java", made++)), text);
            }
        }
        System.out.println(drawn + " drawn, " + count + " compile");
    }
}
