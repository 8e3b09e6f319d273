package subjects;

import java.util.Arrays;
import java.util.NoSuchElementException;

/** A priority queue of integers: a binary min-heap in the first places of an array. */
public final class ArrayHeap {

    /** The elements in places 0 to {@code size - 1}; the others hold what happens to be there. */
    private int[] elements;
    private int size;

    /** Makes an empty heap. */
    public ArrayHeap() {
        elements = new int[4];
    }

    /**
     * Adds an element.
     *
     * @param x the element
     */
    public void add(int x) {
        if (size == elements.length) {
            elements = Arrays.copyOf(elements, 2 * size + 1);
        }
        int place = size++;
        while (place > 0 && elements[(place - 1) / 2] > x) {
            elements[place] = elements[(place - 1) / 2];
            place = (place - 1) / 2;
        }
        elements[place] = x;
    }

    /**
     * Finds the least element.
     *
     * @return the least element
     * @throws NoSuchElementException if the heap is empty
     */
    public int least() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        return elements[0];
    }

    /**
     * Removes the least element.
     *
     * @return the least element
     * @throws NoSuchElementException if the heap is empty
     */
    public int removeLeast() {
        int least = least();
        int last = elements[--size];
        int place = 0;
        while (2 * place + 1 < size) {
            int child = 2 * place + 1;
            if (child + 1 < size && elements[child + 1] < elements[child]) {
                child++;
            }
            if (elements[child] >= last) {
                break;
            }
            elements[place] = elements[child];
            place = child;
        }
        elements[place] = last;
        return least;
    }
}
