package fex.agent;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** Writes the values of a frame: big-endian numbers, strings in UTF-8 with their length, lists with their count. */
final class Writer {
    /** The longest text about something that went wrong, in characters. */
    private static final int LONGEST_TEXT = 4_000;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    /** A text of any length that is shown to people. */
    static String shortened(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    void u8(int value) {
        write(() -> out.writeByte(value));
    }

    void bool(boolean value) {
        write(() -> out.writeBoolean(value));
    }

    void i32(int value) {
        write(() -> out.writeInt(value));
    }

    void i64(long value) {
        write(() -> out.writeLong(value));
    }

    void string(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        i32(encoded.length);
        raw(encoded);
    }

    /** What is bytes of the protocol already. */
    void raw(byte[] encoded) {
        write(() -> out.write(encoded));
    }

    void numbers(int[] numbers) {
        i32(numbers.length);
        for (int number : numbers) {
            i32(number);
        }
    }

    void numbers(long[] numbers) {
        i32(numbers.length);
        for (long number : numbers) {
            i64(number);
        }
    }

    <T> void list(List<T> all, Consumer<T> each) {
        i32(all.size());
        all.forEach(each);
    }

    /** Writes to memory, which cannot fail. */
    private interface Write {
        void run() throws IOException;
    }

    private static void write(Write write) {
        try {
            write.run();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
