package fex.runtime.taint;

import java.lang.invoke.VarHandle;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * The marks of what is in objects that have no room for them: those of the JDK, and arrays. Objects that one is a view of, or that hand
 * on what they are given, have their marks together. Nothing is kept alive by this, and nothing is asked of the objects themselves.
 */
final class Contents {
    /** How many bits of a hash code choose the part of the table, as parts are locked one by one. */
    private static final int PART_BITS = 6;

    private static final Part[] ALL = new Part[1 << PART_BITS];

    static {
        for (int part = 0; part < ALL.length; part++) {
            ALL[part] = new Part();
        }
    }

    /** How many entries are kept at hand; a power of two. */
    private static final int AT_HAND = 1024;

    /** Whether no object has marks. */
    private static volatile boolean isEmpty = true;

    /** Entries that were found not long ago, by their hash codes. */
    private static volatile Entry[] atHand = new Entry[AT_HAND];

    private static final class Entry extends WeakReference<Object> {
        private final int hash;
        private final Content content;
        private Entry next;

        Entry(Object object, int hash, Content content, ReferenceQueue<Object> gone) {
            super(object, gone);
            this.hash = hash;
            this.content = content;
        }

        /** Asks what it refers to, which takes less than {@code refersTo} where that is a call of native code. */
        private boolean isOf(Object object, int other) {
            return hash == other && get() == object;
        }
    }

    private static final class Part {
        private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
        private volatile Entry[] table = new Entry[16];
        private int count;

        /** Odd while entries change their places, so that who looks without a lock knows whether to look again. */
        private volatile int version;

        private Entry find(Object object, int hash) {
            Entry[] all = table;
            for (Entry entry = all[hash & all.length - 1]; entry != null; entry = entry.next) {
                if (entry.isOf(object, hash)) {
                    return entry;
                }
            }
            return null;
        }

        /** Finds an entry, without a lock if no other thread is adding one. */
        private Entry seen(Object object, int hash) {
            int before = version;
            if ((before & 1) == 0) {
                Entry entry = find(object, hash);
                VarHandle.loadLoadFence();
                if (entry != null || version == before) {
                    return entry;
                }
            }
            synchronized (this) {
                return find(object, hash);
            }
        }

        private void add(Entry entry) {
            version++;
            VarHandle.storeStoreFence();
            for (Object old = gone.poll(); old != null; old = gone.poll()) {
                remove((Entry) old);
            }
            if (count >= table.length) {
                Entry[] more = new Entry[2 * table.length];
                for (Entry first : table) {
                    for (Entry at = first; at != null; ) {
                        Entry next = at.next;
                        put(at, more);
                        at = next;
                    }
                }
                table = more;
            }
            put(entry, table);
            count++;
            version++;
        }

        private static void put(Entry entry, Entry[] into) {
            int at = entry.hash & into.length - 1;
            entry.next = into[at];
            into[at] = entry;
        }

        private void remove(Entry old) {
            int slot = old.hash & table.length - 1;
            Entry before = null;
            for (Entry at = table[slot]; at != null; before = at, at = at.next) {
                if (at == old) {
                    if (before == null) {
                        table[slot] = at.next;
                    } else {
                        before.next = at.next;
                    }
                    count--;
                    return;
                }
            }
        }

        private synchronized void clear() {
            version += 2;
            table = new Entry[16];
            count = 0;
            while (gone.poll() != null) {
                // What is gone is in the table no more.
            }
        }
    }

    private Contents() {}

    private static int hash(Object object) {
        return System.identityHashCode(object) * 0x9e3779b9;
    }

    /** The part is chosen by the highest bits, because the lowest choose the place in it: with bits in common, most places stay empty. */
    private static Part part(int hash) {
        return ALL[hash >>> Integer.SIZE - PART_BITS];
    }

    /** Forgets all marks. */
    static void clear() {
        isEmpty = true;
        for (Part part : ALL) {
            part.clear();
        }
        // What a thread still finds in a part goes to the entries that were at hand before.
        atHand = new Entry[AT_HAND];
    }

    /** What is kept of what is in an object; {@code null} if nothing is. */
    static Content known(Object object) {
        if (isEmpty || object == null) {
            return null;
        }
        int hash = hash(object);
        Entry[] entries = atHand;
        int at = hash >>> 5 & AT_HAND - 1;
        Entry entry = entries[at];
        if (entry == null || !entry.isOf(object, hash)) {
            entry = part(hash).seen(object, hash);
            if (entry == null) {
                return null;
            }
            entries[at] = entry;
        }
        return entry.content.found();
    }

    /** What is kept of what is in an object, from now on if nothing was. */
    static Content made(Object object) {
        Content known = known(object);
        if (known != null) {
            return known;
        }
        int hash = hash(object);
        Part part = part(hash);
        synchronized (part) {
            Entry entry = part.find(object, hash);
            if (entry == null) {
                entry = new Entry(object, hash, new Content(), part.gone);
                part.add(entry);
                isEmpty = false;
            }
            return entry.content.found();
        }
    }

    /** What is known of all that is in an object. */
    static Marks of(Object object) {
        Content content = known(object);
        return content == null ? null : content.whole();
    }

    /** Adds marks to what is in an object. */
    static void add(Object object, Marks marks) {
        if (marks != null && object != null) {
            made(object).add(marks);
        }
    }

    /** What one object is given or asked for, another one is from now on, too. */
    static synchronized void join(Object one, Object other) {
        Content left = made(one);
        Content right = made(other);
        if (left != right) {
            right.take(left);
            left.moved = right;
            // Another thread may have added some until now; from now on it adds them to both.
            right.take(left);
        }
    }

    /** The marks of an element of an array. */
    static Marks element(Object array, int index) {
        Content content = known(array);
        return content == null ? null : content.element(index);
    }

    /** An element of an array is another value now. */
    static void setElement(Object array, int index, Marks marks) {
        Content content = marks == null ? known(array) : made(array);
        if (content != null) {
            content.setElement(array, index, marks);
        }
    }

    /** Elements of one array are those of another one now. */
    static void copy(Object from, int start, Object to, int at, int length, Marks more) {
        Marks[] copied = new Marks[Math.max(0, Math.min(length, Content.LONG))];
        boolean isMarked = more != null;
        for (int index = 0; index < copied.length; index++) {
            copied[index] = Marks.union(element(from, start + index), more);
            isMarked |= copied[index] != null;
        }
        if (isMarked || known(to) != null) {
            for (int index = 0; index < copied.length; index++) {
                setElement(to, at + index, copied[index]);
            }
        }
    }
}
