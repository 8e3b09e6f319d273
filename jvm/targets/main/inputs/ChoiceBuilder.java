package inputs;

/** Builds options step by step in static fields, as {@code OptionBuilder} of Commons CLI does. */
public final class ChoiceBuilder {
    private static final ChoiceBuilder INSTANCE = new ChoiceBuilder();

    private static String longName;
    private static String description;
    private static String argumentName;
    private static boolean hasArgument;

    private ChoiceBuilder() {}

    public static ChoiceBuilder withLongName(String text) {
        longName = text;
        return INSTANCE;
    }

    public static ChoiceBuilder withDescription(String text) {
        description = text;
        return INSTANCE;
    }

    public static ChoiceBuilder withArgument(String text) {
        argumentName = text;
        return INSTANCE;
    }

    public static ChoiceBuilder hasArgument() {
        hasArgument = true;
        return INSTANCE;
    }

    /** The line of help about the option; what comes next begins anew. */
    public static String create(String name) {
        StringBuilder line = new StringBuilder("-").append(name);
        if (longName != null) {
            line.append(",--").append(longName);
        }
        if (hasArgument) {
            line.append(" <").append(argumentName == null ? "arg" : argumentName).append('>');
        }
        line.append("   ").append(description);
        reset();
        return line.toString();
    }

    public static void reset() {
        longName = null;
        description = null;
        argumentName = null;
        hasArgument = false;
    }
}
