package fex.gradle;

import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a build script says of fex: {@code fex { … }}. */
public class FexExtension {
    private final List<String> settings = new ArrayList<>();
    private File binary;

    /**
     * Sets a key of {@code fex.toml}, in place of what that file says: {@code setting("extreme.fail-on", "pseudo-tested")}. On the
     * command line, {@code -Pfex.KEY=VALUE} sets one.
     *
     * @param key the key, after the name of its table
     * @param values its value, or all of them if it has several
     */
    public void setting(String key, Object... values) {
        for (Object value : values) {
            settings.add(key + "=" + value);
        }
    }

    /**
     * What was set.
     *
     * @return texts {@code KEY=VALUE}
     */
    public List<String> getSettings() {
        return Collections.unmodifiableList(settings);
    }

    /**
     * A binary of fex that takes the place of the one in the repositories.
     *
     * @return null for that one
     */
    public File getBinary() {
        return binary;
    }

    /**
     * Names a binary of fex that takes the place of the one in the repositories.
     *
     * @param binary a program for this platform, of the version of this plugin
     */
    public void setBinary(File binary) {
        this.binary = binary;
    }
}
