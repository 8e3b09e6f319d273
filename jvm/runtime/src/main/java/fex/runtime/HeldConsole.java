package fex.runtime;

import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;

/**
 * The standard streams that tests see, if they are held: an input that has what the test gives it and ends there, and outputs that go where
 * they went, and are kept for the test.
 *
 * <p>The streams are the same as long as the JVM lives: programs keep them.
 */
public final class HeldConsole {
    /** How much of an output is kept, in bytes: a test may print without end. */
    private static final int MOST = 16 << 20;

    /** What a test gives to read; nothing follows it. */
    private static final class Input extends InputStream {
        private byte[] content = {};
        private int next;

        synchronized void begin() {
            content = new byte[0];
            next = 0;
        }

        synchronized void add(byte[] more) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            all.write(content, next, content.length - next);
            all.writeBytes(more);
            content = all.toByteArray();
            next = 0;
        }

        @Override
        public synchronized int read() {
            return next < content.length ? content[next++] & 0xff : -1;
        }

        @Override
        public synchronized int read(byte[] into, int from, int length) {
            Objects.checkFromIndexSize(from, length, into.length);
            if (length == 0) {
                return 0;
            }
            int count = Math.min(length, content.length - next);
            if (count <= 0) {
                return -1;
            }
            System.arraycopy(content, next, into, from, count);
            next += count;
            return count;
        }

        @Override
        public synchronized int available() {
            return content.length - next;
        }
    }

    /** An output that also keeps what is written. */
    private static final class Output extends OutputStream {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private volatile PrintStream real;

        synchronized void begin() {
            kept.reset();
        }

        synchronized String text() {
            try {
                return PRINTED.newDecoder().decode(ByteBuffer.wrap(kept.toByteArray())).toString();
            } catch (CharacterCodingException other) {
                return kept.toString(Charset.defaultCharset());
            }
        }

        @Override
        public void write(int written) {
            write(new byte[] {(byte) written}, 0, 1);
        }

        @Override
        public void write(byte[] written, int from, int length) {
            if (keeps) {
                synchronized (this) {
                    kept.write(written, from, Math.max(0, Math.min(length, MOST - kept.size())));
                }
            }
            real.write(written, from, length);
        }

        @Override
        public void flush() {
            real.flush();
        }
    }

    /**
     * How characters are printed: in the default charset, if that has all of them. What a program has written as bytes may be in the default
     * charset in any case.
     */
    private static final Charset PRINTED =
            Charset.defaultCharset().name().startsWith("UTF-") ? Charset.defaultCharset() : StandardCharsets.UTF_8;

    private static final Input INPUT = new Input();
    private static final Output OUT = new Output();
    private static final Output ERR = new Output();
    private static final PrintStream PRINTED_OUT = new PrintStream(OUT, true, PRINTED);
    private static final PrintStream PRINTED_ERR = new PrintStream(ERR, true, PRINTED);

    /** The streams that programs have opened themselves at the descriptors of the standard ones, which they lead to. */
    private static final Map<Object, Object> OPENED = Collections.synchronizedMap(new WeakHashMap<>());

    private static volatile boolean hasOpened;
    private static volatile boolean keeps;
    private static volatile boolean isHeld;
    private static InputStream realIn;

    private HeldConsole() {}

    static void hold() {
        if (isHeld) {
            letGo();
        }
        realIn = System.in;
        OUT.real = System.out;
        ERR.real = System.err;
        isHeld = true;
        begin();
    }

    static void letGo() {
        if (isHeld) {
            isHeld = false;
            System.setIn(realIn);
            System.setOut(OUT.real);
            System.setErr(ERR.real);
        }
    }

    /** Says whether what is printed is kept for the test. */
    public static void keepOutput(boolean on) {
        keeps = on;
    }

    /** A test begins: there is nothing to read, and nothing is written. */
    static void begin() {
        if (!isHeld) {
            return;
        }
        INPUT.begin();
        OUT.begin();
        ERR.begin();
        end();
    }

    /** The streams are those of the JVM again, whatever the test put in their place. */
    static void end() {
        if (!isHeld) {
            return;
        }
        if (System.in != INPUT) {
            System.setIn(INPUT);
        }
        if (System.out != PRINTED_OUT) {
            System.setOut(PRINTED_OUT);
        }
        if (System.err != PRINTED_ERR) {
            System.setErr(PRINTED_ERR);
        }
    }

    /** Gives a text to read, after what was given before. */
    public static void type(String text) {
        INPUT.add(text.getBytes(Charset.defaultCharset()));
    }

    /** What this test has printed. */
    public static String out() {
        PRINTED_OUT.flush();
        return OUT.text();
    }

    /** What it has printed as errors. */
    public static String err() {
        PRINTED_ERR.flush();
        return ERR.text();
    }

    /** A stream was opened at a descriptor. Those that the JVM has opened itself, and fex, are older than what is held. */
    public static void opened(Object stream, FileDescriptor at) {
        if (!isHeld) {
            return;
        }
        if (at == FileDescriptor.in) {
            OPENED.put(stream, INPUT);
        } else if (at == FileDescriptor.out) {
            OPENED.put(stream, OUT);
        } else if (at == FileDescriptor.err) {
            OPENED.put(stream, ERR);
        } else {
            return;
        }
        hasOpened = true;
    }

    /** Whether a stream is a standard one by its descriptor, and those are held. */
    public static boolean isStandard(Object stream) {
        return hasOpened && isHeld && OPENED.containsKey(stream);
    }

    /** In place of {@link java.io.FileInputStream#read()} for such a stream. */
    public static int read() {
        return INPUT.read();
    }

    /** In place of {@link java.io.FileInputStream#read(byte[])}. */
    public static int read(byte[] into) {
        return INPUT.read(into, 0, into.length);
    }

    /** In place of {@link java.io.FileInputStream#read(byte[], int, int)}. */
    public static int read(byte[] into, int from, int length) {
        return INPUT.read(into, from, length);
    }

    /** In place of {@link java.io.FileInputStream#skip}. */
    public static long skip(long count) throws IOException {
        return INPUT.skip(count);
    }

    /** In place of {@link java.io.FileInputStream#available}. */
    public static int available() {
        return INPUT.available();
    }

    /** In place of {@link java.io.FileOutputStream#write(int)} for such a stream. */
    public static void write(Object stream, int written) {
        write(stream, new byte[] {(byte) written});
    }

    /** In place of {@link java.io.FileOutputStream#write(byte[])}. */
    public static void write(Object stream, byte[] written) {
        write(stream, written, 0, written.length);
    }

    /** In place of {@link java.io.FileOutputStream#write(byte[], int, int)}. */
    public static void write(Object stream, byte[] written, int from, int length) {
        Objects.checkFromIndexSize(from, length, written.length);
        if (OPENED.get(stream) instanceof Output output) {
            output.write(written, from, length);
        }
    }

    /** In place of {@link System#console}: nobody sits at it. */
    public static Console console() {
        return isHeld ? null : System.console();
    }
}
