package fex.runtime;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the static fields of the classes of one loader hold, and all that they lead to: as initialisers left it, and as a test
 * finds it. Objects are put back as they were, and are not made anew: whoever has one has the same one as before.
 *
 * <p>What test classes hold in their own static fields is for all of their tests: some collect there what each has done. It is put back
 * when the last one has ended.
 */
final class Baseline {
    /** How many objects are followed; beyond that, more memory would go into them than tests need themselves. */
    private static final int MOST = 1 << 21;

    private final Followable followable;

    /** What initialisers left, by object, and by class for static fields. */
    private final Map<Object, Saved> initial = new IdentityHashMap<>();

    /** The same of the static fields of test classes, and of what no others lead to. */
    private final Map<Object, Saved> initialOfTests = new IdentityHashMap<>();

    /** What cannot change itself, and leads to what can; of both kinds. */
    private final Map<Object, Saved> fixed = new IdentityHashMap<>();

    private final Map<Object, Saved> fixedOfTests = new IdentityHashMap<>();

    /** What a test found, where that is something else. */
    private final Map<Object, Saved> found = new IdentityHashMap<>();

    /** Classes without an initialiser that were loaded, and are not known to be initialised. */
    private final Set<Class<?>> awaited = new LinkedHashSet<>();

    private boolean isFull;

    Baseline(Followable followable) {
        this.followable = followable;
    }

    /** Whether there is more in static fields than is followed. */
    boolean isFull() {
        return isFull;
    }

    /** Follows a class whose initialiser has ended. */
    void add(Class<?> type) throws IllegalAccessException {
        add(type, Saved.OfFields.now(null, followable.statics(type)));
    }

    private void add(Class<?> type, Saved statics) throws IllegalAccessException {
        Map<Object, Saved> to = Followable.isTest(type) ? initialOfTests : initial;
        if (statics.canChange()) {
            to.put(type, statics);
        }
        reach(List.of(statics), to);
    }

    /** A class without an initialiser was loaded. */
    void awaits(Class<?> type) {
        awaited.add(type);
    }

    /** Follows those of such classes that can be initialised. */
    void admit(Predicate<Class<?>> isReady) throws IllegalAccessException {
        for (Iterator<Class<?>> each = awaited.iterator(); each.hasNext(); ) {
            Class<?> type = each.next();
            if (isReady.test(type)) {
                each.remove();
                add(type, Saved.OfFields.atFirst(followable.statics(type)));
            }
        }
    }

    /** Whatever is other now than initialisers left it. */
    Map<Object, Saved> changed() throws IllegalAccessException {
        Map<Object, Saved> changed = new IdentityHashMap<>();
        for (Map<Object, Saved> all : List.of(initial, initialOfTests)) {
            if (isStill(all)) {
                continue;
            }
            for (Map.Entry<Object, Saved> one : all.entrySet()) {
                if (!one.getValue().isStill()) {
                    changed.put(one.getKey(), one.getValue().now());
                }
            }
        }
        return changed;
    }

    /**
     * An initialiser has ended: what it has changed beyond its own class stays so.
     *
     * @param before what was other than initialisers had left it when it began
     * @return whether some of that is in an object which somebody else had changed before, so that both stay
     */
    boolean settle(Map<Object, Saved> before) throws IllegalAccessException {
        boolean isMixed = false;
        for (Map<Object, Saved> all : List.of(initial, initialOfTests)) {
            List<Saved> settled = new ArrayList<>();
            for (Map.Entry<Object, Saved> one : all.entrySet()) {
                Saved earlier = before.get(one.getKey());
                if (!(earlier == null ? one.getValue() : earlier).isStill()) {
                    isMixed |= earlier != null;
                    one.setValue(one.getValue().now());
                    found.computeIfPresent(one.getKey(), (object, old) -> one.getValue());
                    settled.add(one.getValue());
                }
            }
            reach(settled, all);
        }
        return isMixed;
    }

    /** A test begins, and finds what there is. */
    void find() throws IllegalAccessException {
        List<Saved> changed = new ArrayList<>();
        for (Map.Entry<Object, Saved> one : found.entrySet()) {
            if (!one.getValue().isStill()) {
                one.setValue(one.getValue().now());
                changed.add(one.getValue());
            }
        }
        if (!isStill(initial)) {
            for (Map.Entry<Object, Saved> one : initial.entrySet()) {
                if (!one.getValue().isStill() && !found.containsKey(one.getKey())) {
                    Saved now = one.getValue().now();
                    found.put(one.getKey(), now);
                    changed.add(now);
                }
            }
        }
        reach(changed, found);
    }

    /** Whether all is as it was. That is so around most tests, and the map has no entries to make for it. */
    private static boolean isStill(Map<Object, Saved> all) throws IllegalAccessException {
        for (Saved saved : all.values()) {
            if (!saved.isStill()) {
                return false;
            }
        }
        return true;
    }

    /** Everything but what test classes hold is again as the test found it. */
    void restoreFound() throws IllegalAccessException {
        if (!isStill(initial)) {
            for (Map.Entry<Object, Saved> one : initial.entrySet()) {
                if (!found.containsKey(one.getKey())) {
                    restore(one.getValue());
                }
            }
        }
        for (Saved saved : found.values()) {
            restore(saved);
        }
    }

    /** Everything is again as initialisers left it. */
    void restoreInitial() throws IllegalAccessException {
        for (Map<Object, Saved> all : List.of(initial, initialOfTests)) {
            for (Saved saved : all.values()) {
                restore(saved);
            }
        }
        found.clear();
    }

    /** No test runs, and what happens now is nothing that one has to find. */
    void forgetFound() {
        found.clear();
    }

    /** Everything is again as initialisers left it; returns what it was instead, for {@link #putBack}. */
    Map<Object, Saved> take() throws IllegalAccessException {
        Map<Object, Saved> taken = changed();
        restoreInitial();
        return taken;
    }

    /** Everything is again as it was when it was taken. */
    void putBack(Map<Object, Saved> taken) throws IllegalAccessException {
        restoreInitial();
        for (Saved saved : taken.values()) {
            restore(saved);
        }
    }

    private static void restore(Saved saved) throws IllegalAccessException {
        if (!saved.isStill()) {
            saved.restore();
        }
    }

    /** Adds what is not known yet of all that some objects lead to. */
    private void reach(List<Saved> from, Map<Object, Saved> to) throws IllegalAccessException {
        Deque<Object> next = new ArrayDeque<>();
        for (Saved saved : from) {
            saved.follow(value -> add(next, value));
        }
        while (!next.isEmpty()) {
            Object object = next.pop();
            if (isKnown(object, to)) {
                continue;
            }
            // Only tests led to it until now.
            Saved saved = initialOfTests.remove(object);
            saved = saved == null ? fixedOfTests.remove(object) : saved;
            saved = saved == null && to == initial ? found.remove(object) : saved;
            if (saved == null) {
                isFull |= initial.size() + initialOfTests.size() + found.size() >= MOST;
                saved = isFull ? null : followable.saved(object);
            }
            if (saved != null) {
                Map<Object, Saved> others = to == found ? found : to == initial ? fixed : fixedOfTests;
                (saved.canChange() ? to : others).put(object, saved);
                saved.follow(value -> add(next, value));
            }
        }
    }

    private boolean isKnown(Object object, Map<Object, Saved> to) {
        boolean isKnown = initial.containsKey(object) || fixed.containsKey(object);
        if (to == initial || isKnown) {
            return isKnown;
        }
        return found.containsKey(object)
                || (to == initialOfTests && (to.containsKey(object) || fixedOfTests.containsKey(object)));
    }

    private static void add(Deque<Object> next, Object value) {
        // Classes stand for their static fields here.
        if (value != null && !(value instanceof Class)) {
            next.push(value);
        }
    }
}
