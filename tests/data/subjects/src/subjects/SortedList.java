package subjects;

/** A bag of integers, kept in a singly linked list in ascending order; its nodes never change. */
public final class SortedList {

    /** The node of the smallest value, or {@code null} if the list is empty. */
    private Node head;

    /** A value and the nodes of the values that are not smaller. */
    static final class Node {
        private final int value;
        private final Node next;

        private Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    /** Makes an empty list. */
    public SortedList() {
        head = null;
    }

    /**
     * Adds a value before all that are not smaller.
     *
     * @param x the value
     */
    public void add(int x) {
        head = inserted(head, x);
    }

    /**
     * Removes the first occurrence of a value.
     *
     * @param x the value
     * @return whether the list had it
     */
    public boolean remove(int x) {
        if (!contains(x)) {
            return false;
        }
        head = removed(head, x);
        return true;
    }

    /**
     * Looks for a value.
     *
     * @param x the value
     * @return whether the list has it
     */
    public boolean contains(int x) {
        Node node = head;
        while (node != null && node.value < x) {
            node = node.next;
        }
        return node != null && node.value == x;
    }

    /**
     * Reads the value at a place.
     *
     * @param index the place, from 0
     * @return the value there
     * @throws IndexOutOfBoundsException if there are not more than {@code index} values
     */
    public int get(int index) {
        Node node = head;
        for (int i = 0; i < index && node != null; i++) {
            node = node.next;
        }
        if (index < 0 || node == null) {
            throw new IndexOutOfBoundsException("no value at " + index);
        }
        return node.value;
    }

    private static Node inserted(Node node, int x) {
        if (node == null || x <= node.value) {
            return new Node(x, node);
        }
        return new Node(node.value, inserted(node.next, x));
    }

    /** Copies the nodes before the first {@code x}, which must exist, and shares those after it. */
    private static Node removed(Node node, int x) {
        if (node.value == x) {
            return node.next;
        }
        return new Node(node.value, removed(node.next, x));
    }
}
