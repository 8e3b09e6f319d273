package fex.instrument;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * What classes were made into, in a file for later JVMs: one that has just begun writes a class anew much more slowly than it reads it.
 *
 * <p>A class is found under its name if it is the same, by its length and the sum of its bytes, and whatever their order is: a JVM that is asked
 * for a loaded class puts its methods in another order each time. A file that is missing or damaged has no classes.
 */
public final class KeptClasses {
    /** What a file begins with, and the version of what follows. */
    private static final int BEGIN = 0xfec1a551;

    /** How many a file has at most: whoever changes classes before fex may make something else of them in each JVM. */
    private static final int MOST = 500;

    /** The bytes of a class that stays as it is. */
    private static final byte[] ITSELF = {};

    private final File file;

    /** What classes were made into, by {@link #key}. */
    private final Map<String, byte[]> results = new ConcurrentHashMap<>();

    private volatile boolean isNew;

    private KeptClasses(File file) {
        this.file = file;
    }

    /** Those in a file, which need not be there. */
    public static KeptClasses in(File file) {
        KeptClasses kept = new KeptClasses(file);
        try (InputStream from = new FileInputStream(file)) {
            kept.read(from.readAllBytes());
        } catch (IOException | RuntimeException missing) {
            // It is written anew.
            kept.results.clear();
        }
        return kept;
    }

    private void read(byte[] all) {
        int end = all.length - Integer.BYTES;
        ByteBuffer bytes = ByteBuffer.wrap(all);
        if (bytes.getInt(end) != checksum(all, end) || bytes.getInt() != BEGIN) {
            return;
        }
        for (int count = bytes.getInt(); count > 0; count--) {
            String key = new String(read(bytes, bytes.getInt()), StandardCharsets.UTF_8);
            results.put(key, read(bytes, bytes.getInt()));
        }
    }

    private static byte[] read(ByteBuffer from, int length) {
        byte[] read = new byte[length];
        from.get(read);
        return read;
    }

    /** What a class was made into, itself if it stays as it is; {@code null} if that is not known. */
    byte[] of(String name, byte[] original) {
        byte[] result = results.get(key(name, original));
        return result != null && result.length == 0 ? original : result;
    }

    /** Keeps what a class was made into, which is itself if it stays as it is. */
    void keep(String name, byte[] original, byte[] result) {
        results.put(key(name, original), result == original ? ITSELF : result);
        isNew = true;
    }

    /** What is the same for classes that are: the name, the length, and the sum of all bytes. */
    private static String key(String name, byte[] original) {
        Adler32 sums = new Adler32();
        sums.update(original, 0, original.length);
        // RFC 1950: the lower half is that sum, and the upper half hangs on the order.
        return name + " " + original.length + " " + (sums.getValue() & 0xffff);
    }

    /**
     * Writes the file if there is something new to write and room for it, and its folder if need be. Other JVMs may read or write it meanwhile.
     *
     * @throws IOException if that cannot be written; then there is what was there before
     */
    public void write() throws IOException {
        if (!isNew || results.size() > MOST) {
            return;
        }
        isNew = false;
        byte[] all = bytes();
        file.getParentFile().mkdirs();
        File beside = new File(file.getPath() + "." + Long.toHexString(System.nanoTime()));
        try {
            try (OutputStream to = new FileOutputStream(beside)) {
                to.write(all);
            }
            if (!beside.renameTo(file)) {
                throw new IOException(beside + " cannot be renamed to " + file);
            }
        } finally {
            beside.delete();
        }
    }

    private byte[] bytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream to = new DataOutputStream(bytes);
        Map<String, byte[]> now = Map.copyOf(results);
        to.writeInt(BEGIN);
        to.writeInt(now.size());
        for (Map.Entry<String, byte[]> entry : now.entrySet()) {
            write(to, entry.getKey().getBytes(StandardCharsets.UTF_8));
            write(to, entry.getValue());
        }
        to.writeInt(checksum(bytes.toByteArray(), bytes.size()));
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream to, byte[] bytes) throws IOException {
        to.writeInt(bytes.length);
        to.write(bytes);
    }

    /** That of the first bytes. */
    private static int checksum(byte[] bytes, int length) {
        CRC32 sum = new CRC32();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }
}
