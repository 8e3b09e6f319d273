package held;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is the same on a machine and where the network is held: servers and clients of one JVM. These tests run in both. */
@Timeout(30)
class LoopbackTest {
    @Test
    void socketsTalk() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> {
                try (Socket client = server.accept()) {
                    String line = new BufferedReader(new InputStreamReader(client.getInputStream(), UTF_8)).readLine();
                    new PrintStream(client.getOutputStream(), true, UTF_8).println("hello, " + line);
                } catch (Exception gone) {
                    throw new IllegalStateException(gone);
                }
            });
            answering.start();
            try (Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
                new PrintStream(client.getOutputStream(), true, UTF_8).println("world");
                BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream(), UTF_8));
                assertEquals("hello, world", in.readLine());
                assertEquals(server.getLocalPort(), client.getPort());
            }
            answering.join();
        }
    }

    @Test
    void channelsTalk() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(loopback, 0));
                SocketChannel client = SocketChannel.open(server.getLocalAddress());
                SocketChannel accepted = server.accept()) {
            client.write(ByteBuffer.wrap(new byte[] {7}));
            ByteBuffer read = ByteBuffer.allocate(1);
            accepted.read(read);
            assertEquals(7, read.get(0));
        }
    }

    @Test
    void packetsArrive() throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (DatagramSocket to = new DatagramSocket(0, loopback);
                DatagramSocket from = new DatagramSocket(0, loopback)) {
            from.send(new DatagramPacket(new byte[] {7}, 1, loopback, to.getLocalPort()));
            DatagramPacket received = new DatagramPacket(new byte[1], 1);
            to.receive(received);
            assertEquals(7, received.getData()[0]);
        }
    }

    @Test
    void httpClientsGetAnswers() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("ok".getBytes(UTF_8));
            exchange.close();
        });
        server.start();
        URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + "/a");
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).build();
        assertEquals("ok", HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
        server.stop(0);
    }

    @Test
    void whereNobodyListensConnectionsAreRefused() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        assertThrows(ConnectException.class, () -> new Socket(InetAddress.getLoopbackAddress(), port).close());
    }

    @Test
    void theNameOfNoHostIsUnknown() {
        // RFC 6761 keeps the domain free.
        assertThrows(UnknownHostException.class, () -> InetAddress.getByName("nobody.invalid"));
    }
}
