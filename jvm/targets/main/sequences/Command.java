package sequences;

import java.util.HashMap;
import java.util.Map;

/** Arguments of a command: an option takes the one behind it, unless that is an option itself. */
public final class Command {
    private final Map<String, String> values = new HashMap<>();

    public Command option(String name) {
        values.put(name, "");
        return this;
    }

    public int parse(String[] arguments) {
        String open = null;
        for (String argument : arguments) {
            if (open != null) {
                if (isOption(argument)) {
                    throw new IllegalStateException(open);
                }
                values.put(open, argument);
                open = null;
            } else {
                open = argument.replace("--", "");
                if (!values.containsKey(open)) {
                    throw new IllegalArgumentException(argument);
                }
            }
        }
        return arguments.length;
    }

    public String value(String name) {
        return values.get(name);
    }

    // detected: true false; to see the latter, an option has to follow another one, where the test asks for no value any more
    private boolean isOption(String argument) {
        return argument.startsWith("--") && values.containsKey(argument.substring(2));
    }
}
