package build;

import java.util.concurrent.locks.LockSupport;

/** A stack of marks, among whose methods only two do nothing worse than their work. */
public final class Hostile {
    private static int made;

    private Node top;

    static final class Node {
        private final Mark mark;
        private final Node below;

        Node(Mark mark, Node below) {
            this.mark = mark;
            this.below = below;
        }
    }

    /** What is stacked. */
    public enum Mark { RED, BLUE }

    public Hostile() {
        made++;
    }

    /** Puts a mark on top. */
    public void push(Mark mark) {
        if (mark == null) {
            throw new NullPointerException("mark");
        }
        top = new Node(mark, top);
    }

    /** Ends the program. */
    public void exit() {
        System.exit(made);
    }

    /** Never returns. */
    public void spin() {
        while (made > 0) {
            made++;
        }
    }

    /** Waits for what does not come, and does not loop itself. */
    public void park() {
        while (true) {
            LockSupport.park();
        }
    }

    /** Needs all the stack there is. */
    public int recurse() {
        return 1 + recurse();
    }

    /** Needs all the memory there is. */
    public void grow() {
        long[][] all = new long[1 << 20][];
        for (int index = 0; index < all.length; index++) {
            all[index] = new long[1 << 20];
        }
        made += all.length;
    }

    /** Prints more than anyone reads. */
    public void print() {
        for (int line = 0; line < 1000; line++) {
            System.out.println("a line of text that fills the pipe to whoever does not read it");
        }
    }

    /** Fails after its work. */
    public void pushAndFail(Mark mark) {
        top = new Node(mark, top);
        throw new IllegalStateException("as always");
    }

    /** Declares what a fixture would have to handle. */
    public void pushAll() throws java.io.IOException {
        push(Mark.RED);
    }
}
