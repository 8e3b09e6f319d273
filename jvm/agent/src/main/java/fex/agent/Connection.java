package fex.agent;

import fex.runtime.Border;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** The way to fex: frames with their length in front. */
final class Connection {
    /** How many bytes show fex that this is the process it started. */
    static final int NONCE = 32;

    private final DataOutputStream out;
    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();

    /** Connects to fex and shows it the nonce, and reads from now on; when fex is gone, so is this process. */
    Connection(int port, byte[] nonce) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
        out.write(nonce);
        out.flush();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        Thread reader = new Thread(() -> read(in), "fex");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(DataInputStream in) {
        try {
            while (true) {
                int length = in.readInt();
                if (length < 1 || length > Report.LONGEST) {
                    throw new IOException("a frame has " + length + " bytes");
                }
                requests.add(Request.decode(in.readNBytes(length)));
            }
        } catch (Throwable gone) {
            end();
        }
    }

    private static void end() {
        Border.open();
        Runtime.getRuntime().halt(0);
    }

    /** The next request; waits for it, whoever interrupts. */
    Request next() {
        while (true) {
            try {
                return requests.take();
            } catch (InterruptedException ofSomeTest) {
                // The tests have no business with this thread between two of them.
            }
        }
    }

    /** Sends a report; any thread may. */
    void send(Report report) {
        send(report, true);
    }

    /** Sends a report together with the next one, which follows at once. */
    void begin(Report report) {
        send(report, false);
    }

    private void send(Report report, boolean isWhole) {
        byte[] frame = report.encode();
        synchronized (out) {
            try {
                out.writeInt(frame.length);
                out.write(frame);
                if (isWhole) {
                    out.flush();
                }
            } catch (IOException gone) {
                end();
            }
        }
    }
}
