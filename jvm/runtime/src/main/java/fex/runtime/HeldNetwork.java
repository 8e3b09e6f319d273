package fex.runtime;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The network that tests see, if it is held: this JVM, and the peers that a test says there are. What the program itself listens at can
 * be reached by it, and by nobody else; all other connections are refused.
 *
 * <p>{@code fex.instrument.Machines} has the JDK ask right before it asks the operating system.
 */
public final class HeldNetwork {
    /** What a peer says to somebody who connects with it. */
    public interface Peer {
        /** Serves one connection, which is closed afterwards. */
        void serve(Socket connection) throws IOException;
    }

    /** How many hosts a test can have peers on. */
    private static final int HOSTS = 254;

    private static final Pattern LITERAL = Pattern.compile("[0-9.]+");

    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    private static volatile boolean isHeld;

    /** Whether somebody has begun to listen or to connect. */
    private static volatile boolean isUsed;

    /** How long it may take the operating system to hand over what was sent, and a busy machine to let the receiver run, in nanoseconds. */
    private static final long UNDERWAY = 50_000_000;

    /** When something was sent last, by the clock of the machine. */
    private static volatile long sent = System.nanoTime() - UNDERWAY;

    /** Methods in which threads wait for each other by way of the operating system, though the JVM takes them for running. */
    private static final Set<String> WAITING = Set.of(
            "sun.nio.ch.EPoll.wait",
            "sun.nio.ch.KQueue.poll",
            "sun.nio.ch.Net.poll",
            "sun.nio.ch.Net.accept",
            "sun.nio.ch.SocketDispatcher.read0",
            "sun.nio.ch.UnixDispatcher.read0",
            "sun.nio.ch.DatagramChannelImpl.receive0",
            "sun.nio.ch.DatagramDispatcher.read0");

    /** The ports of this machine at which this JVM listens. */
    private static final Set<Integer> BOUND = ConcurrentHashMap.newKeySet();

    /** Addresses of hosts that a test has peers on: of a range that belongs to nobody (RFC 5737). */
    private static final Map<String, InetAddress> ADDRESSES = new LinkedHashMap<>();

    /** Who listens in place of a peer, by the peer's address and port. */
    private static final Map<InetSocketAddress, ServerSocket> PEERS = new ConcurrentHashMap<>();

    private HeldNetwork() {}

    static void hold() {
        BOUND.clear();
        begin();
        isHeld = true;
    }

    static void letGo() {
        isHeld = false;
        begin();
    }

    /** A test begins, and there is nobody to connect with. */
    static void begin() {
        synchronized (ADDRESSES) {
            ADDRESSES.clear();
        }
        if (PEERS.isEmpty()) {
            return;
        }
        List<ServerSocket> closed = new ArrayList<>(PEERS.values());
        PEERS.clear();
        for (ServerSocket listener : closed) {
            try {
                listener.close();
            } catch (IOException gone) {
                // Nobody can connect with it any more.
            }
        }
    }

    /** Says for the rest of the test who is to be found at a port of a host. */
    public static void listen(String host, int port, Peer peer) throws IOException {
        if (!isHeld) {
            throw new IllegalStateException("the network is not held");
        }
        ServerSocket listener = new ServerSocket(0, 50, InetAddress.getByAddress("localhost", LOOPBACK));
        ServerSocket before = PEERS.put(new InetSocketAddress(address(host), port), listener);
        if (before != null) {
            before.close();
        }
        // These wait for the machine, and nobody waits for them.
        Idleness.daemon("fex peer", () -> accept(listener, peer)).start();
    }

    private static InetAddress address(String host) throws UnknownHostException {
        if (host.equalsIgnoreCase("localhost") || host.contains(":") || LITERAL.matcher(host).matches()) {
            return InetAddress.getByName(host);
        }
        synchronized (ADDRESSES) {
            InetAddress known = ADDRESSES.get(host);
            if (known == null) {
                if (ADDRESSES.size() == HOSTS) {
                    throw new IllegalStateException("a test has peers on at most " + HOSTS + " hosts");
                }
                known = InetAddress.getByAddress(host, new byte[] {(byte) 192, 0, 2, (byte) (ADDRESSES.size() + 1)});
                ADDRESSES.put(host, known);
            }
            return known;
        }
    }

    private static void accept(ServerSocket listener, Peer peer) {
        while (true) {
            Socket connection;
            try {
                connection = listener.accept();
            } catch (IOException closed) {
                return;
            }
            Idleness.daemon("fex peer", () -> {
                try (connection) {
                    peer.serve(connection);
                } catch (IOException gone) {
                    // Who connected sees that by the end of the connection.
                }
            }).start();
        }
    }

    private static boolean isOpen() {
        return !isHeld || Environment.isForFramework();
    }

    /** Whether a thread waits until another one of this JVM sends it something, as nobody else can. */
    static boolean isListening(Thread thread) {
        if (!isHeld || !isUsed) {
            return false;
        }
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length > 0 && WAITING.contains(stack[0].getClassName() + "." + stack[0].getMethodName());
    }

    /** Whether something may have been sent that has not arrived yet. */
    static boolean isUnderway() {
        return System.nanoTime() - sent < UNDERWAY;
    }

    /** Called first where something is sent, or somebody is woken who listens. */
    public static void sends() {
        sent = System.nanoTime();
    }

    /** In place of the addresses of a host; {@code null} if they are to be looked up. */
    public static InetAddress[] addresses(String host) throws UnknownHostException {
        if (host == null || host.isEmpty() || host.equalsIgnoreCase("localhost") || isOpen()) {
            return null;
        }
        synchronized (ADDRESSES) {
            InetAddress known = ADDRESSES.get(host);
            if (known != null) {
                return new InetAddress[] {known};
            }
        }
        throw new UnknownHostException(host + ": no name is looked up in virtual surroundings");
    }

    /** In place of the name of an address; {@code null} if that is to be looked up. */
    public static String host(InetAddress address) {
        if (isOpen()) {
            return null;
        }
        return address.isLoopbackAddress() ? "localhost" : address.getHostAddress();
    }

    /** In place of this machine; {@code null} if it is to be looked up. */
    public static InetAddress localHost() throws UnknownHostException {
        return isOpen() ? null : InetAddress.getByAddress("localhost", LOOPBACK);
    }

    /** Whether nobody but this machine can be reached. */
    public static boolean isHeld() {
        return isHeld;
    }

    /** Whether an address answers. */
    public static boolean isReachable(InetAddress address) {
        return address.isLoopbackAddress();
    }

    /** The address to connect with in place of another one. */
    public static InetAddress connecting(InetAddress address, int port) throws IOException {
        isUsed = true;
        sends();
        if (isOpen() || address.isLoopbackAddress() && BOUND.contains(port)) {
            return address;
        }
        ServerSocket peer = PEERS.get(new InetSocketAddress(address, port));
        if (peer == null) {
            throw refused(named(address) + ":" + port);
        }
        return peer.getInetAddress();
    }

    /** The port to connect with in place of that of an address. */
    public static int port(InetAddress address, int port) {
        ServerSocket peer = isHeld ? PEERS.get(new InetSocketAddress(address, port)) : null;
        return peer == null ? port : peer.getLocalPort();
    }

    /** The address to listen at in place of another one: nobody else is to connect with it. */
    public static InetAddress binding(InetAddress address, int port) throws IOException {
        isUsed = true;
        if (isOpen() || address.isLoopbackAddress()) {
            return address;
        }
        if (address.isAnyLocalAddress()) {
            return InetAddress.getByAddress("localhost", LOOPBACK);
        }
        throw new SocketException("nobody listens beyond this JVM in virtual surroundings: " + named(address) + ":" + port);
    }

    /** Something listens at an address. */
    public static void bound(InetSocketAddress address) {
        if (isHeld && address != null) {
            BOUND.add(address.getPort());
        }
    }

    /** Called first where a packet is sent. */
    public static void sending(SocketAddress to) throws IOException {
        boolean isInside = to instanceof InetSocketAddress address
                && !address.isUnresolved()
                && address.getAddress().isLoopbackAddress()
                && BOUND.contains(address.getPort());
        if (!isInside && to != null && !isOpen()) {
            throw refused(to.toString());
        }
    }

    /** Called first where a connection is by the name of a file. */
    public static void local(Object name) throws IOException {
        if (!isOpen()) {
            throw refused(String.valueOf(name));
        }
    }

    private static ConnectException refused(String address) {
        return new ConnectException("Connection refused: no connection leaves virtual surroundings: " + address);
    }

    /** A host as the program named it, if it did. */
    private static String named(InetAddress address) {
        String text = address.toString();
        int name = text.indexOf('/');
        return name > 0 ? text.substring(0, name) : text.substring(name + 1);
    }
}
