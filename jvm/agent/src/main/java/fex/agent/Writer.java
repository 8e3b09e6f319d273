package fex.agent;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Writes the values of a frame: big-endian numbers, strings in UTF-8 with their length, lists with their count. */
final class Writer {
    /** The longest text about something that went wrong, in characters. */
    private static final int LONGEST_TEXT = 4_000;

    private ByteBuffer to = ByteBuffer.allocate(256);

    /** A text of any length that is shown to people. */
    static String shortened(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
    }

    byte[] bytes() {
        return Arrays.copyOf(to.array(), to.position());
    }

    void u8(int value) {
        room(1).put((byte) value);
    }

    void bool(boolean value) {
        u8(value ? 1 : 0);
    }

    void i32(int value) {
        room(Integer.BYTES).putInt(value);
    }

    void i64(long value) {
        room(Long.BYTES).putLong(value);
    }

    void string(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        i32(encoded.length);
        raw(encoded);
    }

    /** What is bytes of the protocol already. */
    void raw(byte[] encoded) {
        room(encoded.length).put(encoded);
    }

    void numbers(int[] numbers) {
        i32(numbers.length);
        ByteBuffer all = room(Integer.BYTES * numbers.length);
        for (int number : numbers) {
            all.putInt(number);
        }
    }

    void numbers(long[] numbers) {
        i32(numbers.length);
        ByteBuffer all = room(Long.BYTES * numbers.length);
        for (long number : numbers) {
            all.putLong(number);
        }
    }

    <T> void list(List<T> all, Consumer<T> each) {
        i32(all.size());
        all.forEach(each);
    }

    /** What has room for so many bytes. */
    private ByteBuffer room(int bytes) {
        if (to.remaining() < bytes) {
            ByteBuffer larger = ByteBuffer.allocate(Math.max(2 * to.capacity(), to.position() + bytes));
            to = larger.put(to.flip());
        }
        return to;
    }
}
