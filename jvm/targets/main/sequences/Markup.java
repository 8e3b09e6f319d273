package sequences;

/** Markup, of which the texts are counted that stand between tags. */
public final class Markup {
    private Markup() {}

    public static int texts(String markup) {
        if (!markup.startsWith("<list>") || !markup.endsWith("</list>")) {
            throw new IllegalArgumentException(markup);
        }
        int texts = 0;
        for (String part : markup.split("<[^>]*>")) {
            texts += isBlank(part) ? 0 : 1;
        }
        return texts;
    }

    // detected: true false; the test has markup without a text
    private static boolean isBlank(String part) {
        return part.trim().isEmpty();
    }
}
