package subjects;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A set of integers, kept in a red-black tree: the root is black, a red node has no red child, and every path from the
 * root to a missing child has equally many black nodes.
 */
public final class RedBlackTree {

    /** The topmost node, or {@code null} if the set is empty. */
    private Node root;

    /** What a node counts for on its paths: nothing if red, one if black. */
    enum Color {
        /** Not counted. */
        RED,
        /** Counted. */
        BLACK
    }

    /** A key with the smaller keys to its left and the greater ones to its right. */
    static final class Node {
        private int key;
        private Color color;
        private Node left;
        private Node right;
    }

    /** Makes an empty set. */
    public RedBlackTree() {
        root = null;
    }

    /**
     * Adds a key.
     *
     * @param x the key
     * @return whether the set lacked it
     */
    public boolean add(int x) {
        if (contains(x)) {
            return false;
        }
        root = inserted(root, x);
        root.color = Color.BLACK;
        return true;
    }

    /**
     * Removes a key.
     *
     * @param x the key
     * @return whether the set had it
     */
    public boolean remove(int x) {
        if (!contains(x)) {
            return false;
        }
        // The nodes from the one to be removed up to the root.
        Deque<Node> path = new ArrayDeque<>();
        Node node = root;
        path.push(node);
        while (node.key != x) {
            node = x < node.key ? node.left : node.right;
            path.push(node);
        }
        if (node.left != null && node.right != null) {
            // The successor has no left child: its key moves up, and its node goes instead.
            Node successor = node.right;
            path.push(successor);
            while (successor.left != null) {
                successor = successor.left;
                path.push(successor);
            }
            node.key = successor.key;
        }
        Node removed = path.pop();
        Node child = removed.left != null ? removed.left : removed.right;
        replace(path.peek(), removed, child);
        if (isRed(child)) {
            child.color = Color.BLACK;
        } else if (!isRed(removed)) {
            restoreBlackHeight(path, child);
        }
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

    /** Inserts a red leaf; the top of the result may be a red node with a red child. */
    private static Node inserted(Node node, int x) {
        if (node == null) {
            Node leaf = new Node();
            leaf.key = x;
            leaf.color = Color.RED;
            return leaf;
        }
        if (x < node.key) {
            node.left = inserted(node.left, x);
        } else {
            node.right = inserted(node.right, x);
        }
        return isRed(node) ? node : withoutRedPair(node);
    }

    /** Turns a black node over two reds in a row into a red node with two black children (Okasaki 1999). */
    private static Node withoutRedPair(Node node) {
        if (isRed(node.left) && isRed(node.left.right)) {
            node.left = rotatedLeft(node.left);
        } else if (isRed(node.right) && isRed(node.right.left)) {
            node.right = rotatedRight(node.right);
        }
        Node top;
        if (isRed(node.left) && isRed(node.left.left)) {
            top = rotatedRight(node);
        } else if (isRed(node.right) && isRed(node.right.right)) {
            top = rotatedLeft(node);
        } else {
            return node;
        }
        top.left.color = Color.BLACK;
        top.right.color = Color.BLACK;
        return top;
    }

    /** Evens out the paths through {@code node}, which have one black node less than the others. */
    private void restoreBlackHeight(Deque<Node> path, Node node) {
        Node shorter = node;
        while (!path.isEmpty()) {
            Node parent = path.pop();
            boolean isLeft = parent.left == shorter;
            Node sibling = isLeft ? parent.right : parent.left;
            if (isRed(sibling)) {
                // The sibling goes up, and its black child becomes the new sibling.
                sibling.color = Color.BLACK;
                parent.color = Color.RED;
                replace(path.peek(), parent, isLeft ? rotatedLeft(parent) : rotatedRight(parent));
                path.push(sibling);
                path.push(parent);
            } else if (isRed(sibling.left) || isRed(sibling.right)) {
                replace(path.peek(), parent, isLeft ? borrowedFromRight(parent) : borrowedFromLeft(parent));
                return;
            } else {
                sibling.color = Color.RED;
                if (isRed(parent)) {
                    parent.color = Color.BLACK;
                    return;
                }
                shorter = parent;
            }
        }
    }

    /** Gives the left side a black node of the right side, whose top is black with a red child. */
    private static Node borrowedFromRight(Node parent) {
        if (!isRed(parent.right.right)) {
            parent.right = rotatedRight(parent.right);
        }
        return recolored(rotatedLeft(parent), parent.color);
    }

    /** Gives the right side a black node of the left side, whose top is black with a red child. */
    private static Node borrowedFromLeft(Node parent) {
        if (!isRed(parent.left.left)) {
            parent.left = rotatedLeft(parent.left);
        }
        return recolored(rotatedRight(parent), parent.color);
    }

    private static Node recolored(Node top, Color color) {
        top.color = color;
        top.left.color = Color.BLACK;
        top.right.color = Color.BLACK;
        return top;
    }

    /** Puts {@code next} where {@code parent} has {@code child}; without a parent, at the root. */
    private void replace(Node parent, Node child, Node next) {
        if (parent == null) {
            root = next;
        } else if (parent.left == child) {
            parent.left = next;
        } else {
            parent.right = next;
        }
    }

    private static Node rotatedLeft(Node node) {
        Node top = node.right;
        node.right = top.left;
        top.left = node;
        return top;
    }

    private static Node rotatedRight(Node node) {
        Node top = node.left;
        node.left = top.right;
        top.right = node;
        return top;
    }

    private static boolean isRed(Node node) {
        return node != null && node.color == Color.RED;
    }
}
