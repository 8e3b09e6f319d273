package fex.runtime.taint;

import java.util.Map;

/**
 * What methods of the JDK's collections do to the marks of single elements. Such a method knows nothing of the elements but where they
 * are, or finds them by their keys, so that what it hands out has its own marks, and not those of all others.
 */
public final class Elements {
    private static final int FIRST_BIT = 24;

    /** Which bits of what is said of a call say what it does to elements. */
    public static final int MASK = 15 << FIRST_BIT;

    /** {@code get} of a list, {@code next}: what comes back is an element. */
    public static final int TAKE = 1 << FIRST_BIT;

    /** {@code poll}, {@code remove} at an index: it is no longer in there. */
    public static final int REMOVE = 2 << FIRST_BIT;

    /** {@code add}: the last argument is a new element. */
    public static final int STORE = 3 << FIRST_BIT;

    /** {@code size}, {@code hasNext}, {@code iterator}: no element is looked at. */
    public static final int MEASURE = 4 << FIRST_BIT;

    /** {@code get} of a map: what comes back is an element that has a key. */
    public static final int FIND = 5 << FIRST_BIT;

    /** {@code remove} of a map. */
    public static final int DROP = 6 << FIRST_BIT;

    /** {@code put}: the first argument is a key, the last one an element. */
    public static final int PUT = 7 << FIRST_BIT;

    /** {@code containsKey}. */
    public static final int ASK = 8 << FIRST_BIT;

    /** {@code List.of}: the elements of the new collection are the arguments. */
    public static final int PACK = 9 << FIRST_BIT;

    /** {@code Map.of}: each key comes before its element. */
    public static final int PAIR = 10 << FIRST_BIT;

    /** {@code addAll}, {@code new ArrayList<>(elements)}, {@code Arrays.asList}: the last argument has the elements. */
    public static final int POUR = 11 << FIRST_BIT;

    /** {@code toArray}. */
    public static final int UNPACK = 12 << FIRST_BIT;

    /** {@code clear}. */
    public static final int CLEAR = 13 << FIRST_BIT;

    private Elements() {}

    /** Whether what has been called does so to the collection that it was called on. */
    static boolean concern(Outside call, int about, Object result) {
        Object first = call.object(0);
        return switch (about & MASK) {
            case 0 -> false;
            case TAKE, REMOVE, FIND, DROP, UNPACK, CLEAR -> Kinds.holdsElements(first);
            case MEASURE -> Kinds.holdsElements(first) && (result == null || !result.getClass().isArray());
            case STORE -> Kinds.isOrdered(first) || Kinds.isKeyed(first);
            case PUT, ASK -> Kinds.isKeyed(first);
            case PACK, PAIR -> Kinds.isOrdered(result) || Kinds.isKeyed(result);
            default -> {
                Object filled = filled(call, about, result);
                yield Kinds.isOrdered(filled) || Kinds.isKeyed(filled);
            }
        };
    }

    /** The marks of what it returns, after those of what it has changed are as they are now. */
    static Marks end(Outside call, int about, Object result) {
        // What the call hangs on, wherever it finds things.
        Marks base = call.told();
        return switch (about & MASK) {
            case TAKE -> taken(call, base, result);
            case REMOVE -> {
                Marks taken = taken(call, base, result);
                changed(call.object(0), base);
                yield taken;
            }
            case STORE -> stored(call, base, result);
            case MEASURE -> {
                Marks measured = Marks.union(base, call.reference(0));
                yield result == null ? Marks.union(measured, order(call.object(0))) : measured;
            }
            case FIND -> found(call, base, result);
            case DROP -> {
                Marks found = found(call, base, result);
                changed(call.object(0), Marks.union(base, call.wide(1)));
                yield found;
            }
            case PUT -> {
                Marks found = found(call, base, result);
                put(Contents.made(call.object(0)), call, 1, Marks.union(base, call.reference(0)));
                yield found;
            }
            case ASK -> Marks.union(Marks.union(base, call.reference(0)), Marks.union(order(call.object(0)), call.wide(1)));
            case PACK -> packed(call, base, result);
            case PAIR -> {
                Content content = Contents.made(result);
                for (int at = 0; at + 1 < call.count(); at += 2) {
                    put(content, call, at, base);
                }
                yield base;
            }
            case POUR -> poured(call, about, base, result);
            case UNPACK -> unpacked(call, base, result);
            default -> {
                Content content = Contents.known(call.object(0));
                if (content != null) {
                    content.clear();
                }
                changed(call.object(0), base);
                yield base;
            }
        };
    }

    private static Marks order(Object collection) {
        Content content = Contents.known(collection);
        return content == null ? null : content.order();
    }

    private static Marks taken(Outside call, Marks base, Object result) {
        Object from = call.object(0);
        Marks all = Marks.union(base, call.reference(0));
        Content content = Contents.known(from);
        Marks held = content == null ? null : content.held(result);
        if (held == null && result instanceof Map.Entry && Kinds.holdsElements(result)) {
            // It hands out what is in the map.
            Contents.join(result, from);
        }
        return content == null ? all : Marks.union(all, Marks.union(content.order(), held));
    }

    private static Marks found(Outside call, Marks base, Object result) {
        Content content = Contents.known(call.object(0));
        Marks all = Marks.union(base, call.reference(0));
        for (int at = 1; at < call.count(); at++) {
            all = Marks.union(all, call.wide(at));
        }
        if (content == null) {
            return all;
        } else if (result == null) {
            // That there is nothing hangs on all keys, or on a value that is nothing.
            return Marks.union(all, Marks.union(content.order(), content.held(null)));
        }
        Marks held = content.held(result);
        boolean mayBeInstead = held == null || call.count() > 2;
        return Marks.union(all, Marks.union(mayBeInstead ? content.order() : content.common(), held));
    }

    /** Where elements are, or which there are, hangs on something. */
    private static void changed(Object collection, Marks marks) {
        if (marks != null) {
            if (Kinds.isKeyed(collection)) {
                Contents.made(collection).addKey(marks);
            } else {
                Contents.add(collection, marks);
            }
        }
    }

    private static Marks stored(Outside call, Marks base, Object result) {
        Object into = call.object(0);
        int last = call.count() - 1;
        Marks told = Marks.union(base, call.reference(0));
        Marks element = Marks.union(base, call.marks(last));
        Content within = within(call.object(last));
        if (Kinds.isOrdered(into)) {
            if (element != null || within != null) {
                Contents.made(into).hold(call.object(last), element, within);
            }
            Contents.add(into, base);
            // What comes back was in its place.
            return result == null ? told : taken(call, base, result);
        }
        element = Marks.union(element, call.wide(last));
        Content content = Contents.made(into);
        Marks before = content.order();
        content.addKey(element);
        content.hold(call.object(last), element, within);
        return Marks.union(Marks.union(told, before), element);
    }

    /** What a mutable object of the JDK holds that is held itself. */
    private static Content within(Object element) {
        boolean isMutable = element != null && !Kinds.isValue(element) && Kinds.hasContent(element, false);
        return isMutable ? Contents.made(element) : null;
    }

    private static void put(Content content, Outside call, int at, Marks base) {
        Object key = call.object(at);
        Object element = call.object(at + 1);
        Marks ofKey = Marks.union(base, call.wide(at));
        content.addKey(ofKey);
        content.hold(key, ofKey, within(key));
        content.hold(element, Marks.union(ofKey, call.marks(at + 1)), within(element));
    }

    private static Marks packed(Outside call, Marks base, Object result) {
        Content content = Contents.made(result);
        boolean isKeyed = Kinds.isKeyed(result);
        for (int at = 0; at < call.count(); at++) {
            Marks element = Marks.union(base, isKeyed ? call.wide(at) : call.marks(at));
            content.hold(call.object(at), element, within(call.object(at)));
            if (isKeyed) {
                content.addKey(element);
            }
        }
        return base;
    }

    /** What gets the elements: the new collection, or the first argument. */
    private static Object filled(Outside call, int about, Object result) {
        if ((about & Outside.NEW) != 0) {
            return call.object(call.count() - 1);
        }
        return result == null ? call.object(0) : result;
    }

    private static Marks poured(Outside call, int about, Marks base, Object result) {
        Object into = filled(call, about, result);
        int from = call.count() - ((about & Outside.NEW) != 0 ? 2 : 1);
        Object source = call.object(from);
        Content content = Contents.made(into);
        boolean isKeyed = Kinds.isKeyed(into);
        Marks told = Marks.union(base, into == call.object(0) ? call.reference(0) : null);
        changed(into, base);
        if (source instanceof Object[] array) {
            pour(content, isKeyed, array, call.reference(from));
            if (Kinds.isOfArray(into)) {
                content.standBeside(Contents.made(array));
            }
        } else if (Kinds.holdsElements(source)) {
            Content others = Contents.known(source);
            content.add(call.reference(from));
            if (others != null) {
                content.holdAll(others);
                content.add(others.common());
                boolean isOfMaps = into instanceof Map && source instanceof Map;
                // How sets find elements hangs on all of these.
                content.addKey(isKeyed && !isOfMaps ? others.whole() : others.order());
            }
        } else {
            content.add(call.wide(from));
        }
        return isKeyed ? Marks.union(told, content.order()) : told;
    }

    private static void pour(Content content, boolean isKeyed, Object[] array, Marks reference) {
        content.add(reference);
        Content each = Contents.known(array);
        for (int index = 0; index < array.length; index++) {
            Marks marks = each == null ? null : each.element(index);
            Content within = within(array[index]);
            if (marks != null || within != null) {
                content.hold(array[index], marks, within);
            }
            if (isKeyed) {
                content.addKey(Marks.union(marks, within == null ? null : within.whole()));
            }
        }
    }

    private static Marks unpacked(Outside call, Marks base, Object result) {
        Content content = Contents.known(call.object(0));
        Marks all = Marks.union(base, call.reference(0));
        if (content == null || !(result instanceof Object[] array)) {
            return all;
        }
        Contents.add(array, content.order());
        for (int index = 0; index < array.length; index++) {
            Marks held = content.held(array[index]);
            if (held != null) {
                Contents.setElement(array, index, held);
            }
        }
        return all;
    }
}
