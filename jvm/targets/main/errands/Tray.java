package errands;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.ArrayDeque;
import java.util.Queue;

/** What takes from it waits until somebody has put something there. */
public final class Tray {
    private final Queue<Integer> letters = new ArrayDeque<>();

    /** Puts a letter of so many grams there. */
    public synchronized void put(int grams) {
        letters.add(grams);
        notifyAll();
    }

    /** Reads what comes through a pipe, of which nobody has the other end. */
    public static int piped() throws IOException {
        try (PipedInputStream pipe = new PipedInputStream(new PipedOutputStream())) {
            return pipe.read();
        }
    }

    /** Takes the oldest letter, and says what it costs. */
    public synchronized int take() throws InterruptedException {
        while (letters.isEmpty()) {
            wait();
        }
        int grams = letters.remove();
        if (letters.size() < 0) {
            throw new IllegalStateException("there is always a letter or none");
        }
        if (grams > 2000) {
            return 500;
        }
        return grams > 50 && letters.isEmpty() ? 160 : 85;
    }
}
