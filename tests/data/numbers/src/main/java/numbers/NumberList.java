package numbers;

/** A set of numbers in a list in ascending order, with a defect. */
public class NumberList {
    private Node head;
    private int size;

    private static final class Node {
        private final int value;
        private Node next;

        private Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    /** An empty list. */
    public NumberList() {}

    /** A list of some numbers. */
    public NumberList(int... numbers) {
        this();
        for (int number : numbers) {
            add(number);
        }
    }

    /** Adds a number, if it is not there yet. */
    public void add(int number) {
        if (contains(number)) {
            return;
        }
        // Between these two statements the invariant does not hold, and `size` is called.
        insert(number);
        size = size() + 1;
    }

    private void insert(int number) {
        if (head == null || head.value > number) {
            head = new Node(number, head);
            return;
        }
        Node before = head;
        while (before.next != null && before.next.value < number) {
            before = before.next;
        }
        before.next = new Node(number, before.next);
    }

    /** Whether a number is there. */
    public boolean contains(int number) {
        for (Node node = head; node != null; node = node.next) {
            if (node.value == number) {
                return true;
            }
        }
        return false;
    }

    /** How many numbers there are. */
    public int size() {
        return size;
    }

    /** Removes the least number. The defect: the last one is not counted. */
    public int removeLeast() {
        int least = head.value;
        head = head.next;
        if (head != null) {
            size--;
        }
        return least;
    }
}
