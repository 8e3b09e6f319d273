package held;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.URL;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Connects with others where the network is held: what these tests listen at themselves can be reached, and nobody else. */
class NetworkTest {
    /** An address that belongs to nobody (RFC 5737): a test that reached the network would wait for it. */
    private static final InetSocketAddress NOBODY = new InetSocketAddress("203.0.113.7", 80);

    private static final String REFUSED = "Connection refused: no connection leaves virtual surroundings: ";

    @Test
    void connectionsAreRefusedWithTheirAddress() {
        try (Socket socket = new Socket()) {
            ConnectException refused = assertThrows(ConnectException.class, () -> socket.connect(NOBODY, 60_000));
            assertEquals(REFUSED + "203.0.113.7:80", refused.getMessage());
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        assertThrows(ConnectException.class, () -> SocketChannel.open(NOBODY).close());
        assertThrows(IOException.class, () -> new URL("http://203.0.113.7/").openStream().close());
    }

    @Test
    void httpClientsAreRefused() {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://203.0.113.7:8080/a")).build();
        IOException refused = assertThrows(
                ConnectException.class,
                () -> HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()));
        Throwable first = refused;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        assertEquals(REFUSED + "203.0.113.7:8080", first.getMessage());
    }

    /** Whoever listens on this machine, as most databases and build tools do, is not this JVM. */
    @Test
    void whatListensOnTheMachineIsNotThere() throws IOException {
        int port = Integer.getInteger("held.port");
        ConnectException refused =
                assertThrows(ConnectException.class, () -> new Socket("localhost", port).close());
        assertEquals(REFUSED + "localhost:" + port, refused.getMessage());
    }

    @Test
    void namesAreNotLookedUp() throws IOException {
        UnknownHostException unknown =
                assertThrows(UnknownHostException.class, () -> InetAddress.getByName("db.example.com"));
        assertEquals("db.example.com: no name is looked up in virtual surroundings", unknown.getMessage());
        assertTrue(InetAddress.getByName("localhost").isLoopbackAddress());
        assertEquals("localhost/127.0.0.1", InetAddress.getLocalHost().toString());
        InetAddress address = InetAddress.getByAddress(new byte[] {(byte) 203, 0, 113, 7});
        assertEquals("203.0.113.7", address.getCanonicalHostName());
        assertFalse(address.isReachable(60_000));
    }

    @Test
    void packetsAreRefused() throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            DatagramPacket packet = new DatagramPacket(new byte[1], 1, NOBODY);
            assertThrows(ConnectException.class, () -> socket.send(packet));
            assertThrows(IOException.class, () -> {
                socket.connect(NOBODY);
                socket.send(packet);
            });
        }
        try (DatagramChannel channel = DatagramChannel.open()) {
            assertThrows(ConnectException.class, () -> channel.send(ByteBuffer.allocate(1), NOBODY));
        }
    }

    @Test
    void filesAreNoWayOut() throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            assertThrows(
                    ConnectException.class, () -> channel.connect(UnixDomainSocketAddress.of("/run/some.socket")));
        }
        try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            assertThrows(ConnectException.class, () -> channel.bind(UnixDomainSocketAddress.of("held.socket")));
        }
    }

    /** Where a server listens that would listen at all addresses, the operating system says: bytes of addresses in reverse, numbers as hex. */
    @Test
    void nobodyElseCanConnect() throws IOException {
        try (ServerSocket everywhere = new ServerSocket(0);
                ServerSocketChannel channel = ServerSocketChannel.open().bind(null)) {
            assertTrue(((InetSocketAddress) channel.getLocalAddress()).getAddress().isLoopbackAddress());
            String port = String.format(":%04X", everywhere.getLocalPort());
            List<String> listening = Stream.of("/proc/net/tcp", "/proc/net/tcp6")
                    .map(Path::of)
                    .filter(Files::exists)
                    .flatMap(NetworkTest::lines)
                    .map(line -> line.trim().split(" +"))
                    .filter(words -> words[1].endsWith(port) && words[3].equals("0A"))
                    .map(words -> words[1])
                    .toList();
            assertEquals(1, listening.size(), listening::toString);
            assertTrue(listening.get(0).endsWith("0100007F" + port), listening::toString);
        }
        assertThrows(SocketException.class, () -> new ServerSocket(0, 1, InetAddress.getByName("203.0.113.7")).close());
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream().skip(1);
        } catch (IOException unread) {
            throw new UncheckedIOException(unread);
        }
    }

    /** The same as on the machine: see `LoopbackTest`. */
    @Test
    void aServerOfTheTestAnswersByEachName() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("ok".getBytes(UTF_8));
            exchange.close();
        });
        server.start();
        int port = server.getAddress().getPort();
        for (String host : new String[] {"localhost", "127.0.0.1", InetAddress.getLocalHost().getHostName()}) {
            byte[] answer = new URL("http://" + host + ":" + port + "/").openStream().readAllBytes();
            assertArrayEquals("ok".getBytes(UTF_8), answer);
        }
        server.stop(0);
    }
}
