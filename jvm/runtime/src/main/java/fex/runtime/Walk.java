package fex.runtime;

import java.util.Arrays;

/**
 * A breadth-first walk over objects, which are told apart by identity and numbered in the order in which they are met. What is
 * read of them, and when the walk ends, is for the policy to say that extends this: {@link Snapshot} reads what a specification
 * binds, {@link StateReader} any class to a depth.
 *
 * <p>Nothing asks objects for their hash codes: the JVM deals those out in order, so that asking would change what the program
 * under test gets later.
 *
 * @param <R> how the objects of one class are read
 */
abstract class Walk<R> {
    private Object[] objects = new Object[16];
    private Object[] readings = new Object[16];
    private int count;

    /** For each bucket the object in it that was met last, and for each object the one in its bucket that was met before it. */
    private final int[] last;

    private int[] before = new int[16];

    /** @param buckets among how many buckets objects are spread: one does where few objects are met */
    Walk(int buckets) {
        last = new int[buckets];
        Arrays.fill(last, -1);
    }

    /** Reads an object; whether the walk goes on. */
    abstract boolean read(Object object, R reading, int number) throws ReflectiveOperationException;

    /** How many objects were met. */
    final int count() {
        return count;
    }

    /** The number of an object that was met; -1 if it was not. */
    final int known(Object object, int bucket) {
        for (int number = last[bucket]; number >= 0; number = before[number]) {
            if (objects[number] == object) {
                return number;
            }
        }
        return -1;
    }

    /** Meets an object that was not met before; returns its number. */
    final int meet(Object object, R reading, int bucket) {
        if (count == objects.length) {
            objects = Arrays.copyOf(objects, 2 * count);
            readings = Arrays.copyOf(readings, 2 * count);
            before = Arrays.copyOf(before, 2 * count);
        }
        objects[count] = object;
        readings[count] = reading;
        before[count] = last[bucket];
        last[bucket] = count;
        return count++;
    }

    /** Reads all objects that were met, and those that are met thereby; whether the walk went on to its end. */
    @SuppressWarnings("unchecked")
    final boolean readAll() throws ReflectiveOperationException {
        for (int next = 0; next < count; next++) {
            if (!read(objects[next], (R) readings[next], next)) {
                return false;
            }
        }
        return true;
    }

    /** Forgets all objects: what the tests are done with must not live on here. */
    final void forget() {
        Arrays.fill(objects, 0, count, null);
        Arrays.fill(last, -1);
        count = 0;
    }
}
