package fex.runtime.taint;

import java.util.Arrays;

/**
 * A call of code that is not instrumented, or may not be. What it returns has the marks of all that it is given, and so has what it may
 * have changed; where it calls instrumented code, that is given the same.
 */
public final class Outside {
    /** Of what is called: it goes on to work on what it is given, so that both have their marks together. */
    public static final int JOINS = 1 << 30;

    /** Of what is called: its last argument is how many elements it copies from an array to another one. */
    public static final int COPIES = 1 << 29;

    /** Of what is called: it is a constructor, whose object comes last. */
    public static final int NEW = 1 << 28;

    /** Of what is called: other threads may run what it is given. */
    public static final int SHARES = 1 << 23;

    /** How deep arrays in arrays are looked into, and at how many elements of each. */
    private static final int NESTED = 3;

    private static final int MOST = 1024;

    /** For how many objects there is room at first, if there are any. */
    private static final int FEW = 4;

    /** Nothing is put into these. */
    private static final Object[] NO_OBJECTS = new Object[FEW];

    private static final Marks[] NO_MARKS = new Marks[FEW];

    final Flow flow;
    final Outside around;
    final Marks control;

    /** The marks of the numbers that it is given. */
    private Marks numbers;

    /** The marks of all that it is given, if somebody has asked for them. */
    private Marks given;

    private boolean isGiven;

    /** What came back from the instrumented code that it called. */
    Marks returned;

    /** The place of the call among those that values pass; negative if nobody wants to know. */
    private int place = -1;

    private Object[] objects = NO_OBJECTS;
    private Marks[] references = NO_MARKS;
    private int count;

    Outside(Flow flow, Outside around, Marks control) {
        this.flow = flow;
        this.around = around;
        this.control = control;
    }

    /** The marks of what it is given pass a place. */
    public void at(int place) {
        this.place = place;
    }

    /** It is given a number. */
    public void number(Marks marks) {
        numbers = Marks.union(numbers, marks);
    }

    /** It is given an object or {@code null}. */
    public void object(Object object, Marks marks) {
        if (count == 0) {
            objects = new Object[FEW];
            references = new Marks[FEW];
        } else if (count == objects.length) {
            objects = Arrays.copyOf(objects, 2 * count);
            references = Arrays.copyOf(references, 2 * count);
        }
        objects[count] = object;
        references[count] = marks;
        count++;
    }

    /** How many objects it is given, the new one of a constructor among them. */
    int count() {
        return count;
    }

    /** An object that it is given; {@code null} if there are not so many. */
    Object object(int number) {
        return number < count ? objects[number] : null;
    }

    /** The marks of a value that it is given. */
    Marks marks(int number) {
        return references[number];
    }

    /** The marks that come along when an object is used that it is given. */
    Marks reference(int number) {
        return Kinds.isValue(objects[number]) ? references[number] : Marks.followed(references[number]);
    }

    /** The same, and what is in the object. */
    Marks wide(int number) {
        Object object = objects[number];
        return Kinds.isValue(object) ? references[number] : Marks.union(Marks.followed(references[number]), Contents.of(object));
    }

    /** The marks of what it hangs on apart from the objects that it is given. */
    Marks told() {
        return Marks.union(Marks.union(control, numbers), returned);
    }

    /** The marks of all that it is given. */
    Marks given() {
        if (!isGiven) {
            Marks all = Marks.union(control, numbers);
            for (int number = 0; number < count; number++) {
                all = Marks.union(all, wide(number));
                if (objects[number] instanceof Object[] array) {
                    all = nested(array, NESTED, all);
                }
            }
            given = all;
            isGiven = true;
        }
        return given;
    }

    /** Arrays in an array are looked at, too: {@code Arrays.deepEquals} does so. */
    private static Marks nested(Object[] array, int depth, Marks more) {
        Marks all = more;
        boolean mayNest = array.getClass().getComponentType() == Object.class || array.getClass().getComponentType().isArray();
        for (int index = 0; mayNest && depth > 0 && index < Math.min(array.length, MOST); index++) {
            Object element = array[index];
            if (element != null && element.getClass().isArray()) {
                all = Marks.union(all, Contents.of(element));
                if (element instanceof Object[] deeper) {
                    all = nested(deeper, depth - 1, all);
                }
            }
        }
        return all;
    }

    /** The marks of a value that instrumented code is given which it calls: its own, if it is one that a collection holds. */
    Marks handed(Object value) {
        for (int number = 0; number < count && value != null; number++) {
            if (objects[number] == value) {
                return Marks.union(told(), references[number]);
            }
            Content content = Kinds.holdsElements(objects[number]) ? Contents.known(objects[number]) : null;
            Marks held = content == null ? null : content.held(value);
            if (held != null) {
                return Marks.union(Marks.union(told(), reference(number)), Marks.union(content.order(), held));
            }
        }
        return given();
    }

    /** It throws something if it does not like what it is given. */
    public void guarded() {
        Taint.guard(given());
    }

    /**
     * It has returned.
     *
     * @param about a bit for the number of each object that it may have changed, what it does to {@link Elements}, {@link #JOINS},
     *     {@link #COPIES}, {@link #NEW}, {@link #SHARES}
     * @param result what it has returned, if that is an object
     */
    public Marks end(int about, Object result) {
        flow.current = around;
        if (flow.hasReturned) {
            flow.hasReturned = false;
            Marks all = Marks.union(flow.result, control);
            flow.ended(all);
            return all;
        }
        boolean isOfElements = Elements.concern(this, about, result);
        Marks all = isOfElements ? Elements.end(this, about, result) : Marks.union(given(), returned);
        if ((about & SHARES) != 0) {
            Handover.hand(all);
            all = Marks.union(all, Handover.back());
        }
        if (place >= 0) {
            all = result == null ? Trail.passed(all, place) : Trail.passed(result, all, place);
        }
        if (!isOfElements && (about & COPIES) == 0) {
            int receiver = (about & NEW) == 0 ? 0 : count - 1;
            for (int index = 0; index < count; index++) {
                if ((about & 1 << index) != 0 && all != null && Kinds.hasContent(objects[index], index == receiver)) {
                    Contents.add(objects[index], all);
                }
            }
        }
        if ((about & JOINS) != 0) {
            join(result);
        }
        flow.ended(all);
        return all;
    }

    private void join(Object result) {
        Object first = Kinds.isValue(result) ? null : result;
        for (int index = 0; index < count; index++) {
            Object object = objects[index];
            if (object != null && !Kinds.isValue(object) && Kinds.hasContent(object, true)) {
                if (first != null && first != object) {
                    Contents.join(object, first);
                }
                first = object;
            }
        }
    }
}
