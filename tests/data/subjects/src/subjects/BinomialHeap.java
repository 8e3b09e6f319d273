package subjects;

import java.util.NoSuchElementException;

/**
 * A priority queue of integers, kept as a list of binomial trees of ascending, distinct degrees, no node of which has a
 * smaller key than its parent.
 */
final class BinomialHeap {

    /** The root of the tree of the smallest degree, or {@code null} if the heap is empty. */
    private Node head;

    /** The number of nodes of all trees. */
    private int size;

    /** The root of a binomial tree: its children have the degrees {@code degree - 1} to 0, in this order. */
    static final class Node {
        private int key;
        private int degree;
        private Node child;
        private Node sibling;
    }

    /** Makes an empty heap. */
    BinomialHeap() {
        head = null;
        size = 0;
    }

    /**
     * Adds a key.
     *
     * @param x the key
     */
    void insert(int x) {
        Node tree = new Node();
        tree.key = x;
        head = union(head, tree);
        size++;
    }

    /**
     * Reads the smallest key.
     *
     * @return the key
     * @throws NoSuchElementException if the heap is empty
     */
    int findMin() {
        return smallestRoot().key;
    }

    /**
     * Removes the smallest key, once.
     *
     * @return the key
     * @throws NoSuchElementException if the heap is empty
     */
    int extractMin() {
        Node smallest = smallestRoot();
        if (head == smallest) {
            head = smallest.sibling;
        } else {
            Node before = head;
            while (before.sibling != smallest) {
                before = before.sibling;
            }
            before.sibling = smallest.sibling;
        }
        head = union(head, reversed(smallest.child));
        size--;
        return smallest.key;
    }

    private Node smallestRoot() {
        if (head == null) {
            throw new NoSuchElementException("the heap is empty");
        }
        Node smallest = head;
        for (Node root = head.sibling; root != null; root = root.sibling) {
            if (root.key < smallest.key) {
                smallest = root;
            }
        }
        return smallest;
    }

    private static Node reversed(Node list) {
        Node done = null;
        Node rest = list;
        while (rest != null) {
            Node next = rest.sibling;
            rest.sibling = done;
            done = rest;
            rest = next;
        }
        return done;
    }

    /** Joins two lists of trees of ascending degrees as binary addition does: equal degrees link and carry. */
    private static Node union(Node a, Node b) {
        Node first = merged(a, b);
        Node before = null;
        Node tree = first;
        while (tree != null && tree.sibling != null) {
            Node next = tree.sibling;
            boolean isThird = next.sibling != null && next.sibling.degree == tree.degree;
            if (tree.degree != next.degree || isThird) {
                before = tree;
                tree = next;
                continue;
            }
            Node rest = next.sibling;
            tree = linked(tree, next);
            tree.sibling = rest;
            if (before == null) {
                first = tree;
            } else {
                before.sibling = tree;
            }
        }
        return first;
    }

    /** Merges two lists by degree, so that at most two neighbours have the same. */
    private static Node merged(Node a, Node b) {
        if (a == null) {
            return b;
        }
        if (b == null) {
            return a;
        }
        if (a.degree <= b.degree) {
            a.sibling = merged(a.sibling, b);
            return a;
        }
        b.sibling = merged(a, b.sibling);
        return b;
    }

    /** Makes one tree of two of the same degree: the root with the greater key becomes the other's first child. */
    private static Node linked(Node a, Node b) {
        Node parent = a.key <= b.key ? a : b;
        Node child = parent == a ? b : a;
        child.sibling = parent.child;
        parent.child = child;
        parent.degree++;
        return parent;
    }
}
