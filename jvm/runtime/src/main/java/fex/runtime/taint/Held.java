package fex.runtime.taint;

import java.util.Arrays;

/**
 * The marks of objects that a collection holds, by their identity hash codes, so that none is kept alive; objects with the same code share
 * theirs.
 */
final class Held {
    private int[] codes = new int[8];

    /** Where there are none, the place is free. */
    private Marks[] marks = new Marks[8];

    private int count;
    private Marks all;

    /** Adds marks to those of an object. */
    synchronized void add(Object object, Marks more) {
        if (more != null) {
            add(System.identityHashCode(object), more);
        }
    }

    private void add(int code, Marks more) {
        int at = place(code);
        if (marks[at] == null) {
            count++;
        }
        codes[at] = code;
        marks[at] = Marks.union(marks[at], more);
        all = Marks.union(all, more);
        if (2 * count > codes.length) {
            grow();
        }
    }

    private void grow() {
        int[] formerCodes = codes;
        Marks[] former = marks;
        codes = new int[2 * formerCodes.length];
        marks = new Marks[codes.length];
        for (int from = 0; from < former.length; from++) {
            if (former[from] != null) {
                int to = place(formerCodes[from]);
                codes[to] = formerCodes[from];
                marks[to] = former[from];
            }
        }
    }

    private int place(int code) {
        int at = code * 0x9e3779b9 >>> 7 & codes.length - 1;
        while (marks[at] != null && codes[at] != code) {
            at = at + 1 & codes.length - 1;
        }
        return at;
    }

    /** The marks of an object; {@code null} for none. */
    synchronized Marks of(Object object) {
        return count == 0 ? null : marks[place(System.identityHashCode(object))];
    }

    /** The marks of all objects. */
    synchronized Marks all() {
        return all;
    }

    /** Has the marks of other ones, too. */
    void addAll(Held others) {
        Held copy = others.copy();
        synchronized (this) {
            for (int at = 0; at < copy.codes.length; at++) {
                if (copy.marks[at] != null) {
                    add(copy.codes[at], copy.marks[at]);
                }
            }
        }
    }

    private synchronized Held copy() {
        Held copy = new Held();
        copy.codes = codes.clone();
        copy.marks = marks.clone();
        copy.count = count;
        copy.all = all;
        return copy;
    }

    /** Forgets all of them. */
    synchronized void clear() {
        Arrays.fill(marks, null);
        count = 0;
        all = null;
    }
}
