package writing;

/** What a test writes to a file, and the name of the file. */
public final class Notes {
    private final String text;

    public Notes(String text) {
        this.text = text;
    }

    public String text() {
        return text + "\n";
    }

    public String name() {
        return text.length() + ".txt";
    }
}
