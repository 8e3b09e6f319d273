package subjects;

/** A set of integers, kept in a binary search tree that is not balanced. */
public final class SearchTree {

    /** The topmost node, or {@code null} if the set is empty. */
    private Node root;

    /** The number of nodes below and including {@link #root}. */
    private int size;

    /** A key with the smaller keys to its left and the greater ones to its right. */
    static final class Node {
        private int key;
        private Node left;
        private Node right;
    }

    /** Makes an empty set. */
    public SearchTree() {
        root = null;
        size = 0;
    }

    /**
     * Adds a key.
     *
     * @param x the key
     * @return whether the set lacked it
     */
    public boolean add(int x) {
        Node parent = null;
        Node node = root;
        while (node != null) {
            if (x == node.key) {
                return false;
            }
            parent = node;
            node = x < node.key ? node.left : node.right;
        }
        Node leaf = new Node();
        leaf.key = x;
        if (parent == null) {
            root = leaf;
        } else if (x < parent.key) {
            parent.left = leaf;
        } else {
            parent.right = leaf;
        }
        size++;
        return true;
    }

    /**
     * Removes a key.
     *
     * @param x the key
     * @return whether the set had it
     */
    public boolean remove(int x) {
        Node parent = null;
        Node node = root;
        while (node != null && node.key != x) {
            parent = node;
            node = x < node.key ? node.left : node.right;
        }
        if (node == null) {
            return false;
        }
        if (node.left != null && node.right != null) {
            // The successor has no left child: its key moves up, and its node goes instead.
            Node successor = node.right;
            parent = node;
            while (successor.left != null) {
                parent = successor;
                successor = successor.left;
            }
            node.key = successor.key;
            node = successor;
        }
        Node child = node.left != null ? node.left : node.right;
        if (parent == null) {
            root = child;
        } else if (parent.left == node) {
            parent.left = child;
        } else {
            parent.right = child;
        }
        size--;
        return true;
    }

    /**
     * Looks for a key.
     *
     * @param x the key
     * @return whether the set has it
     */
    public boolean contains(int x) {
        Node node = root;
        while (node != null && node.key != x) {
            node = x < node.key ? node.left : node.right;
        }
        return node != null;
    }
}
