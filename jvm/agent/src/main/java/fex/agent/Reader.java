package fex.agent;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads the values of a frame: big-endian numbers, strings in UTF-8 with their length, lists with their count. */
final class Reader {
    private final ByteBuffer from;

    Reader(byte[] frame) {
        from = ByteBuffer.wrap(frame);
    }

    int u8() throws IOException {
        need(1);
        return from.get() & 0xff;
    }

    boolean bool() throws IOException {
        return u8() != 0;
    }

    int i32() throws IOException {
        need(4);
        return from.getInt();
    }

    long i64() throws IOException {
        need(8);
        return from.getLong();
    }

    /** The count of a list; every element has at least one byte. */
    int count() throws IOException {
        int count = i32();
        need(count);
        return count;
    }

    String string() throws IOException {
        byte[] bytes = new byte[count()];
        from.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    <T> List<T> list(Element<T> element) throws IOException {
        int count = count();
        List<T> all = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            all.add(element.read());
        }
        return all;
    }

    /** Reads an element of a list. */
    interface Element<T> {
        T read() throws IOException;
    }

    /** Nothing may follow. */
    void end() throws IOException {
        if (from.hasRemaining()) {
            throw new IOException("a frame is longer than its content");
        }
    }

    private void need(int bytes) throws IOException {
        if (bytes < 0 || from.remaining() < bytes) {
            throw new EOFException("a frame ends early");
        }
    }
}
