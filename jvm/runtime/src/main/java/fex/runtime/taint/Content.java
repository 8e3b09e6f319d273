package fex.runtime.taint;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * The marks of what is in an object, or in several that have it together.
 *
 * <p>Of an array, each element has its own. Of a collection, what it holds has, and the keys by which it finds things have some together:
 * how many there are, in which order, and whether there is one hangs on all of them. What is read of either has the marks of the whole.
 */
final class Content {
    /** From which length on an array has the same marks for all of its elements. */
    static final int LONG = 1 << 16;

    /** Where these marks are now, if they were put together with others. */
    volatile Content moved;

    private volatile Marks all;
    private volatile Marks keys;

    /** Those of the elements of an array. */
    private volatile Marks[] elements;

    /** Those of what a collection holds. */
    private volatile Held held;

    /** An array and the list that works on it; each is told what the other one is given. */
    private volatile Content beside;

    /** What mutable objects of the JDK hold that are held here. */
    private volatile Set<Content> inner;

    /** Adds marks, also to where these marks are moved to meanwhile. */
    void add(Marks marks) {
        for (Content at = this; at != null; at = at.moved) {
            at.addHere(marks);
            Content other = at.beside;
            if (other != null) {
                other.addHere(marks);
            }
        }
    }

    private void addHere(Marks marks) {
        if (Marks.union(all, marks) != all) {
            synchronized (this) {
                all = Marks.union(all, marks);
            }
        }
    }

    /** Adds marks to those of the keys. */
    void addKey(Marks marks) {
        if (Marks.union(keys, marks) != keys) {
            synchronized (this) {
                keys = Marks.union(keys, marks);
            }
        }
        Content now = moved;
        if (now != null) {
            now.addKey(marks);
        }
    }

    /** Holds an object, or {@code null}, from now on. */
    void hold(Object object, Marks marks, Content within) {
        if (marks != null) {
            Content other = beside;
            if (other != null) {
                other.addHere(marks);
            }
            held().add(object, marks);
        }
        if (within != null) {
            inner().add(within);
        }
        Content now = moved;
        if (now != null) {
            now.hold(object, marks, within);
        }
    }

    /** Holds what another one holds, too. */
    void holdAll(Content other) {
        Held others = other.held;
        if (others != null && other != this) {
            held().addAll(others);
        }
        Set<Content> within = other.inner;
        if (within != null && other != this) {
            synchronized (within) {
                inner().addAll(within);
            }
        }
    }

    private synchronized Held held() {
        if (held == null) {
            held = new Held();
        }
        return held;
    }

    private synchronized Set<Content> inner() {
        if (inner == null) {
            inner = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
        }
        return inner;
    }

    /** Nothing is in it from now on. */
    synchronized void clear() {
        if (held != null) {
            held.clear();
        }
        inner = null;
        keys = null;
    }

    /** An array and a list that works on it have their elements in common. */
    void standBeside(Content array) {
        beside = array;
        array.beside = this;
    }

    /** What everything has that is read of it. */
    Marks common() {
        return all;
    }

    /** What tells how many things are in it, in which order, and whether there is one. */
    Marks order() {
        return Marks.union(all, keys);
    }

    /** The marks of an object that is held, apart from what everything has; {@code null} for none. */
    Marks held(Object object) {
        Held known = held;
        return known == null ? null : known.of(object);
    }

    /** All marks, those of what is held as well. */
    Marks whole() {
        Marks whole = own();
        if (inner == null) {
            return whole;
        }
        Set<Content> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        return Marks.union(whole, within(seen));
    }

    private Marks own() {
        Marks whole = order();
        Marks[] each = elements;
        if (each != null) {
            for (Marks element : each) {
                whole = Marks.union(whole, element);
            }
        }
        Held known = held;
        return known == null ? whole : Marks.union(whole, known.all());
    }

    private Marks within(Set<Content> seen) {
        Set<Content> known = inner;
        if (known == null || !seen.add(this)) {
            return null;
        }
        Content[] each = known.toArray(new Content[0]);
        Marks whole = null;
        for (Content one : each) {
            Content now = one.found();
            whole = Marks.union(whole, Marks.union(now.own(), now.within(seen)));
        }
        return whole;
    }

    /** Has what another one has, too; of an array, its elements have all of it. */
    void take(Content other) {
        addKey(other.keys);
        holdAll(other);
        Marks[] each = other.elements;
        Marks taken = other.all;
        for (int index = 0; each != null && index < each.length; index++) {
            taken = Marks.union(taken, each[index]);
        }
        add(taken);
    }

    /** The marks of an element of an array. */
    Marks element(int index) {
        Marks[] known = elements;
        boolean isKnown = known != null && index >= 0 && index < known.length;
        return isKnown ? Marks.union(all, known[index]) : all;
    }

    /** An element of an array is another value now. */
    void setElement(Object array, int index, Marks marks) {
        Content other = beside;
        if (other != null) {
            other.addHere(marks);
        }
        Marks[] known = elements;
        if (known == null && marks != null) {
            int length = Array.getLength(array);
            if (length >= LONG) {
                add(marks);
                return;
            }
            known = elements(length);
        }
        if (known != null && index >= 0 && index < known.length) {
            known[index] = marks;
            // Who puts these marks together with others sets `moved` and then looks at the elements; who writes one does it the other way
            // round, and each must see what the other one has done if it was first.
            VarHandle.fullFence();
            if (moved != null) {
                add(marks);
            }
        }
    }

    private synchronized Marks[] elements(int length) {
        if (elements == null) {
            elements = new Marks[length];
        }
        return elements;
    }

    /**
     * Where these marks are now. Whatever lies on the way points further ahead from then on: each view of an object moves its marks once more, and
     * there may be thousands.
     */
    Content found() {
        Content at = this;
        Content next = at.moved;
        while (next != null) {
            Content after = next.moved;
            if (after == null) {
                return next;
            }
            at.moved = after;
            at = after;
            next = at.moved;
        }
        return at;
    }
}
