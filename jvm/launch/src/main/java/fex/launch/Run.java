package fex.launch;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** One run of the binary: how it ended, and what it said of that. */
public final class Run {
    /** Exit codes of the binary for what a build is to be stopped by, as opposed to what is wrong with the build. */
    private static final List<Integer> FINDINGS = Arrays.asList(1, 6);

    private final int exit;
    private final List<String> messages;

    private Run(int exit, List<String> messages) {
        this.exit = exit;
        this.messages = messages;
    }

    /**
     * Whether a build goes on.
     *
     * @return whether the binary was content
     */
    public boolean isClean() {
        return exit == 0;
    }

    /**
     * Whether a build ends for what was found in it, and not for a mistake.
     *
     * @return whether the binary found something
     */
    public boolean isFinding() {
        return FINDINGS.contains(exit);
    }

    /**
     * Why it failed: what it said from its first error on, or all of its messages.
     *
     * @return one or several lines
     */
    public String error() {
        List<String> said = messages;
        for (int line = 0; line < messages.size(); line++) {
            if (messages.get(line).startsWith("error")) {
                said = messages.subList(line, messages.size());
                break;
            }
        }
        return said.isEmpty() ? "ends with exit code " + exit : String.join(System.lineSeparator(), said);
    }

    /**
     * Runs a command, and shows what it says.
     *
     * @param command the binary and its arguments
     * @param folder where it runs
     * @param home where the program that builds is installed, so that the binary asks the same one; null if that is not known
     * @param log what shows a line
     * @return how it ended
     * @throws LaunchException if it does not run, or was stopped
     */
    public static Run of(List<String> command, File folder, File home, Consumer<String> log) throws LaunchException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder);
        builder.redirectInput(ProcessBuilder.Redirect.from(nothing()));
        if (home != null) {
            addPath(builder.environment(), new File(home, "bin"));
        }
        List<String> messages = Collections.synchronizedList(new ArrayList<>());
        Process process = null;
        try {
            process = builder.start();
            InputStream errors = process.getErrorStream();
            Thread listener = new Thread(() -> each(errors, line -> {
                messages.add(line);
                log.accept(line);
            }));
            listener.start();
            each(process.getInputStream(), log);
            listener.join();
            return new Run(process.waitFor(), messages);
        } catch (IOException | UncheckedIOException failure) {
            throw new LaunchException("`" + command.get(0) + "` cannot be run: " + failure.getMessage(), failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new LaunchException("fex was stopped", stopped);
        } finally {
            // It has ended, unless somebody stopped this build.
            if (process != null) {
                process.destroy();
            }
        }
    }

    /** The first line that a command prints. */
    static String firstLine(String... command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader reader = reader(process.getInputStream())) {
            String line = reader.readLine();
            return line == null ? "" : line;
        } finally {
            process.destroy();
        }
    }

    private static void addPath(Map<String, String> environment, File programs) {
        String path = environment.getOrDefault("PATH", "");
        environment.put("PATH", programs + File.pathSeparator + path);
    }

    private static File nothing() {
        return new File(File.separatorChar == '\\' ? "NUL" : "/dev/null");
    }

    private static void each(InputStream stream, Consumer<String> use) {
        try (BufferedReader reader = reader(stream)) {
            reader.lines().forEach(use);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static BufferedReader reader(InputStream stream) {
        return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }
}
