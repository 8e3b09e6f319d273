package fex.junit;

import fex.runtime.HeldNetwork;
import java.io.IOException;
import java.net.Socket;

/**
 * The network of a test in a {@link VirtualEnvironment}: the program can connect with what it listens at itself, and with the peers that the test says
 * there are. All other connections are refused, and no other name is known.
 */
public final class VirtualNetwork {
    /** Somebody to connect with. */
    public interface Peer {
        /** Serves one connection, in a thread of its own; it is closed afterwards. */
        void serve(Socket connection) throws IOException;
    }

    private VirtualNetwork() {}

    /** Says who is to be found at a port of a host, which is any name or address. */
    public static void listen(String host, int port, Peer peer) throws IOException {
        Environments.require("VirtualNetwork.listen");
        HeldNetwork.listen(host, port, peer::serve);
    }
}
