package border;

import java.io.File;
import java.io.FileOutputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import java.util.logging.FileHandler;

/** Every method changes something outside of the JVM, or what all of it shares; {@code old} is a file that is there. */
final class Leaving {
    private Leaving() {}

    static void fileOutputStream() throws IOException {
        new FileOutputStream("new").close();
    }

    static void fileOutputStreamThatAppends() throws IOException {
        new FileOutputStream("old", true).close();
    }

    static void fileWriter() throws IOException {
        new FileWriter("new").close();
    }

    static void printWriter() throws IOException {
        new PrintWriter("new").close();
    }

    static void printStream() throws IOException {
        new PrintStream(new File("new")).close();
    }

    static void fileHandler() throws IOException {
        new FileHandler("new").close();
    }

    static void randomAccessFile() throws IOException {
        new RandomAccessFile("old", "rw").close();
    }

    static boolean createNewFile() throws IOException {
        return new File("new").createNewFile();
    }

    static File createTempFile() throws IOException {
        return File.createTempFile("border", "new");
    }

    static boolean delete() {
        return new File("old").delete();
    }

    static void deleteOnExit() {
        new File("old").deleteOnExit();
    }

    static boolean mkdirs() {
        return new File("new/folder").mkdirs();
    }

    static boolean renameTo() {
        return new File("old").renameTo(new File("new"));
    }

    static boolean setLastModified() {
        return new File("old").setLastModified(0);
    }

    static boolean setReadOnly() {
        return new File("old").setReadOnly();
    }

    static boolean setExecutable() {
        return new File("old").setExecutable(true);
    }

    static void filesWrite() throws IOException {
        Files.writeString(Path.of("new"), "text");
    }

    static void filesNewOutputStream() throws IOException {
        Files.newOutputStream(Path.of("old"), StandardOpenOption.APPEND).close();
    }

    static void filesNewBufferedWriter() throws IOException {
        Files.newBufferedWriter(Path.of("new")).close();
    }

    static Path filesCreateDirectories() throws IOException {
        return Files.createDirectories(Path.of("new/folder"));
    }

    static Path filesCreateTempDirectory() throws IOException {
        return Files.createTempDirectory("border");
    }

    static Path filesCreateSymbolicLink() throws IOException {
        return Files.createSymbolicLink(Path.of("new"), Path.of("old"));
    }

    static Path filesCreateLink() throws IOException {
        return Files.createLink(Path.of("new"), Path.of("old"));
    }

    static boolean filesDeleteIfExists() throws IOException {
        return Files.deleteIfExists(Path.of("old"));
    }

    static void filesDelete() throws IOException {
        Files.delete(Path.of("old"));
    }

    static Path filesCopy() throws IOException {
        return Files.copy(Path.of("old"), Path.of("new"));
    }

    static Path filesMove() throws IOException {
        return Files.move(Path.of("old"), Path.of("new"));
    }

    static Path filesSetLastModifiedTime() throws IOException {
        return Files.setLastModifiedTime(Path.of("old"), FileTime.fromMillis(0));
    }

    static Path filesSetAttribute() throws IOException {
        return Files.setAttribute(Path.of("old"), "lastModifiedTime", FileTime.fromMillis(0));
    }

    static void fileChannel() throws IOException {
        FileChannel.open(Path.of("old"), StandardOpenOption.WRITE).close();
    }

    static void asynchronousFileChannel() throws IOException {
        AsynchronousFileChannel.open(Path.of("new"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                .close();
    }

    static void zipFileSystem() throws IOException {
        FileSystem zip = FileSystems.newFileSystem(Path.of("new.zip"), Map.of("create", "true"));
        Files.writeString(zip.getPath("/a"), "text");
        zip.close();
    }

    static boolean caught() {
        try {
            return new File("old").delete();
        } catch (Throwable refused) {
            return false;
        }
    }

    static int inAnotherThread() throws InterruptedException {
        Thread thread = new Thread(() -> new File("old").delete());
        thread.start();
        thread.join();
        return 0;
    }

    static void byReflection() throws ReflectiveOperationException {
        File.class.getMethod("delete").invoke(new File("old"));
    }

    static Process processBuilder() throws IOException {
        return new ProcessBuilder("touch", "new").start();
    }

    static Process exec() throws IOException {
        return Runtime.getRuntime().exec(new String[] {"touch", "new"});
    }

    static void exit() {
        System.exit(0);
    }

    static void halt() {
        Runtime.getRuntime().halt(0);
    }

    static void shutdownHook() {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> new File("old").delete()));
    }

    static void socket() throws IOException {
        new Socket(InetAddress.getLoopbackAddress(), 9).close();
    }

    static void serverSocket() throws IOException {
        new ServerSocket(0).close();
    }

    static void socketChannel() throws IOException {
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9)).close();
    }

    static void serverSocketChannel() throws IOException {
        ServerSocketChannel.open().bind(null).close();
    }

    static void datagramSocket() throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(new byte[1], 1, InetAddress.getLoopbackAddress(), 9));
        }
    }

    static void datagramChannel() throws IOException {
        try (DatagramChannel channel = DatagramChannel.open()) {
            channel.send(ByteBuffer.allocate(1), new InetSocketAddress(InetAddress.getLoopbackAddress(), 9));
        }
    }

    static InetAddress hostName() throws IOException {
        return InetAddress.getByName("fex.example");
    }

    static InetAddress localHost() throws IOException {
        return InetAddress.getLocalHost();
    }

    static int url() throws IOException {
        return URI.create("http://localhost:9/").toURL().openStream().read();
    }

    static String httpClient() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:9/")).build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    static String setProperty() {
        return System.setProperty("border", "open");
    }

    static void setOut() {
        System.setOut(null);
    }

    static void setDefaultLocale() {
        Locale.setDefault(Locale.ROOT);
    }

    static void setDefaultTimeZone() {
        TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    }
}
