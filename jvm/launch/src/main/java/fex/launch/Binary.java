package fex.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * The binary of fex: an artifact of its own for each platform, of the version of the plugin, resolved like every other one.
 *
 * <p>It runs where the repository has it, so nothing is unpacked.
 */
public final class Binary {
    /** The artifact's name. */
    public static final String ARTIFACT = "fex-binary";

    /** The artifact's type. */
    public static final String TYPE = "exe";

    private final String version;
    private final String option;

    /**
     * The binary of a version.
     *
     * @param version the version of the plugin
     * @param option what names another binary on the command line of the build: {@code -Dfex.binary}
     */
    public Binary(String version, String option) {
        this.version = version;
        this.option = option + "=PATH";
    }

    /**
     * This platform in the words of other artifacts with binaries, such as those of protoc: {@code linux-x86_64}.
     *
     * @return the classifier of the artifact
     */
    public static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        system = system.startsWith("mac") ? "osx" : system.startsWith("windows") ? "windows" : system;
        if (Arrays.asList("amd64", "x86-64", "x64").contains(machine)) {
            machine = "x86_64";
        } else if (machine.equals("aarch64") || machine.equals("arm64")) {
            machine = "aarch_64";
        }
        return system + "-" + machine;
    }

    /**
     * A binary that a user names, if it runs here and has the version.
     *
     * @param file the binary
     * @return where it is
     * @throws LaunchException if it is another one
     */
    public Path named(File file) throws LaunchException {
        return checked(file.toPath().toAbsolutePath());
    }

    /**
     * A binary that a repository has, if it runs here and has the version.
     *
     * @param file the binary
     * @return where it is
     * @throws LaunchException if it is another one
     */
    public Path resolved(File file) throws LaunchException {
        // Repositories know no permissions.
        if (!file.canExecute() && !file.setExecutable(true)) {
            throw new LaunchException("`" + file + "` cannot be made executable; copy it, and name the copy with " + option);
        }
        return checked(file.toPath());
    }

    /**
     * Says that no repository has it.
     *
     * @param reason what the repositories say
     * @return what a user has to know
     */
    public LaunchException absent(String reason) {
        return new LaunchException("there is no fex " + version + " for this platform, `" + platform() + "`, in the repositories; "
                + "build it here from its sources, and name it with " + option + ", or install it with `fex plugins` (" + reason + ")");
    }

    private Path checked(Path program) throws LaunchException {
        if (!Files.isExecutable(program)) {
            throw new LaunchException("`" + program + "` is no program; " + option + " names one");
        }
        String said;
        try {
            said = Run.firstLine(program.toString(), "--version");
        } catch (IOException refused) {
            throw unfit(program, refused.getMessage());
        }
        if (!said.startsWith("fex ")) {
            // A program for another machine may have been read as a script.
            throw unfit(program, "it says `" + said + "`");
        }
        if (!said.equals("fex " + version)) {
            throw new LaunchException("`" + program + "` is " + said + ", and this plugin is for fex " + version
                    + "; use the version of the plugin that belongs to the binary");
        }
        return program;
    }

    private LaunchException unfit(Path program, String reason) {
        return new LaunchException("`" + program + "` does not run on this platform, `" + platform() + "`: " + reason
                + "; build fex here from its sources, and name it with " + option);
    }
}
