package fex.maven.plugin;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.logging.Log;

/** One run of the binary: how it ended, and what it said of that. */
final class Run {
    private final int exit;
    private final List<String> messages;

    private Run(int exit, List<String> messages) {
        this.exit = exit;
        this.messages = messages;
    }

    int exit() {
        return exit;
    }

    /** Why it failed: what it said from its first error on, or all of its messages. */
    String error() {
        List<String> said = messages;
        for (int line = 0; line < messages.size(); line++) {
            if (messages.get(line).startsWith("error")) {
                said = messages.subList(line, messages.size());
                break;
            }
        }
        return said.isEmpty() ? "ends with exit code " + exit : String.join(System.lineSeparator(), said);
    }

    /** Runs a command in a folder, and shows what it says. */
    static Run of(List<String> command, File folder, Log log) throws MojoExecutionException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder);
        builder.redirectInput(ProcessBuilder.Redirect.from(nothing()));
        addMaven(builder.environment());
        List<String> messages = Collections.synchronizedList(new ArrayList<>());
        Process process = null;
        try {
            process = builder.start();
            InputStream errors = process.getErrorStream();
            Thread listener = new Thread(() -> each(errors, line -> {
                messages.add(line);
                log.info(line);
            }));
            listener.start();
            each(process.getInputStream(), log::info);
            listener.join();
            return new Run(process.waitFor(), messages);
        } catch (IOException | UncheckedIOException failure) {
            throw new MojoExecutionException("`" + command.get(0) + "` cannot be run", failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("fex was stopped", stopped);
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

    /** The build that fex asks is one of this Maven. */
    private static void addMaven(Map<String, String> environment) {
        String home = System.getProperty("maven.home");
        if (home != null) {
            String path = environment.getOrDefault("PATH", "");
            environment.put("PATH", new File(home, "bin") + File.pathSeparator + path);
        }
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
