package border;

import java.awt.Container;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Calendar;
import java.util.Locale;
import java.util.UUID;
import java.util.zip.ZipInputStream;

/** No method changes anything outside of the JVM, nor what all of it shares; {@code old} is a file that is there. */
final class Staying {
    private Staying() {}

    static int fileInputStream() throws IOException {
        try (FileInputStream in = new FileInputStream("old")) {
            return in.read();
        }
    }

    static int randomAccessFile() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile("old", "r")) {
            return file.read();
        }
    }

    static String filesReadString() throws IOException {
        return Files.readString(Path.of("old"));
    }

    static int filesNewInputStream() throws IOException {
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(Path.of("old")))) {
            return in.available();
        }
    }

    static long fileChannel() throws IOException {
        try (FileChannel channel = FileChannel.open(Path.of("old"))) {
            return channel.size();
        }
    }

    static long filesList() throws IOException {
        try (var all = Files.list(Path.of("."))) {
            return all.count();
        }
    }

    static Object attributes() throws IOException {
        return Files.getLastModifiedTime(Path.of("old"));
    }

    static boolean exists() {
        return new File("old").exists() && new File("old").canWrite();
    }

    static Object address() throws IOException {
        return InetAddress.getByName("127.0.0.1");
    }

    static Object random() {
        return new SecureRandom().nextInt() + UUID.randomUUID().hashCode();
    }

    static Object calendar() {
        return Calendar.getInstance();
    }

    static String text() {
        return String.format(Locale.ROOT, "%tc %s", Calendar.getInstance(), System.getProperty("user.dir"));
    }

    static void print() {
        System.out.println("text");
    }

    /** Its initialiser has something done at the JVM's end. */
    private static final class Tidy {
        static final int HOOKS;

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> new File("old").delete()));
            HOOKS = 1;
        }
    }

    static int initialiserAddsHook() {
        return Tidy.HOOKS;
    }

    /** The native library of AWT sets a property as it is loaded. */
    static Object awt() {
        return new Container().getComponentCount();
    }
}
