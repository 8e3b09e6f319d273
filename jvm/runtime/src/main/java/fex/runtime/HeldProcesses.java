package fex.runtime;

import java.io.ByteArrayInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The processes that tests start, if they are held: none runs, but a test may say what comes of a program. */
public final class HeldProcesses {
    /** What comes of a program. */
    public interface Program {
        /** The outcome of a command, whose first word is the name of the program. */
        Outcome run(List<String> command) throws IOException;
    }

    /**
     * What came of it.
     *
     * @param status its exit status
     * @param out what it printed
     * @param err what it printed as errors
     */
    public record Outcome(int status, String out, String err) {}

    private static final Map<String, Program> PROGRAMS = new ConcurrentHashMap<>();
    private static volatile boolean isHeld;

    private HeldProcesses() {}

    static void hold() {
        PROGRAMS.clear();
        isHeld = true;
    }

    static void letGo() {
        isHeld = false;
        PROGRAMS.clear();
    }

    static void begin() {
        PROGRAMS.clear();
    }

    /** Says for the rest of the test what comes of a program with this name. */
    public static void script(String name, Program program) {
        PROGRAMS.put(name, program);
    }

    /**
     * Called first where a process is to be started.
     *
     * @return what there is in place of it; {@code null} if it is to be started
     * @throws IOException if there is no such program
     */
    public static Process start(ProcessBuilder builder) throws IOException {
        if (!isHeld || builder.command().isEmpty() || builder.command().contains(null)) {
            return null;
        }
        if (HeldFiles.isAttaching()) {
            Unheld.used("starts a process, which attaches to this JVM");
            return null;
        }
        if (Environment.isForFramework()) {
            return null;
        }
        String name = builder.command().get(0);
        Program program = PROGRAMS.get(name);
        if (program == null) {
            Asked.program(name);
            throw new IOException("Cannot run program \"" + name + "\": no process is started in virtual surroundings");
        }
        Outcome outcome = program.run(List.copyOf(builder.command()));
        boolean isJoint = builder.redirectErrorStream();
        String out = isJoint ? outcome.out() + outcome.err() : outcome.out();
        return new Scripted(
                outcome.status(),
                passed(out, builder.redirectOutput(), System.out),
                passed(isJoint ? "" : outcome.err(), builder.redirectError(), System.err));
    }

    /** Writes an output where it is to go; returns what is left to read. */
    private static byte[] passed(String text, Redirect to, PrintStream inherited) throws IOException {
        byte[] bytes = text.getBytes(Charset.defaultCharset());
        if (to.type() == Redirect.Type.PIPE) {
            return bytes;
        }
        if (to.type() == Redirect.Type.INHERIT) {
            inherited.print(text);
            inherited.flush();
        } else {
            try (OutputStream file = new FileOutputStream(to.file(), to.type() == Redirect.Type.APPEND)) {
                file.write(bytes);
            }
        }
        return new byte[0];
    }

    /** A process that has done all that it does. */
    private static final class Scripted extends Process {
        private final int status;
        private final InputStream out;
        private final InputStream err;

        Scripted(int status, byte[] out, byte[] err) {
            this.status = status;
            this.out = new ByteArrayInputStream(out);
            this.err = new ByteArrayInputStream(err);
        }

        @Override
        public OutputStream getOutputStream() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public InputStream getInputStream() {
            return out;
        }

        @Override
        public InputStream getErrorStream() {
            return err;
        }

        @Override
        public int waitFor() {
            return status;
        }

        @Override
        public boolean waitFor(long timeout, TimeUnit unit) {
            return true;
        }

        @Override
        public int exitValue() {
            return status;
        }

        @Override
        public boolean isAlive() {
            return false;
        }

        @Override
        public void destroy() {
            // It has ended.
        }
    }
}
