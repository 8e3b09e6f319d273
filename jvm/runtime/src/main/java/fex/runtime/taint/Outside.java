package fex.runtime.taint;

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

    /** How deep arrays in arrays are looked into, and at how many elements of each. */
    private static final int NESTED = 3;

    private static final int MOST = 1024;

    final Flow flow;
    final Outside around;
    final Marks control;

    /** The marks of what it is given. */
    Marks given;

    /** What came back from the instrumented code that it called. */
    Marks returned;

    /** The place of the call among those that values pass; negative if nobody wants to know. */
    private int place = -1;

    private Object[] objects = new Object[4];
    private int count;

    Outside(Flow flow, Outside around, Marks control) {
        this.flow = flow;
        this.around = around;
        this.control = control;
        this.given = control;
    }

    /** The marks of what it is given pass a place. */
    public void at(int place) {
        this.place = place;
    }

    /** It is given a number. */
    public void number(Marks marks) {
        given = Marks.union(given, marks);
    }

    /** It is given an object or {@code null}. */
    public void object(Object object, Marks marks) {
        if (count == objects.length) {
            objects = java.util.Arrays.copyOf(objects, 2 * count);
        }
        objects[count] = object;
        count++;
        boolean isValue = Kinds.isValue(object);
        given = Marks.union(given, isValue ? marks : Marks.union(Marks.followed(marks), Contents.of(object)));
        if (object instanceof Object[] array) {
            nested(array, NESTED);
        }
    }

    /** Arrays in an array are looked at, too: {@code Arrays.deepEquals} does so. */
    private void nested(Object[] array, int depth) {
        boolean mayNest = array.getClass().getComponentType() == Object.class || array.getClass().getComponentType().isArray();
        for (int index = 0; mayNest && depth > 0 && index < Math.min(array.length, MOST); index++) {
            Object element = array[index];
            if (element != null && element.getClass().isArray()) {
                given = Marks.union(given, Contents.of(element));
                if (element instanceof Object[] more) {
                    nested(more, depth - 1);
                }
            }
        }
    }

    /** It throws something if it does not like what it is given. */
    public void guarded() {
        Taint.guard(given);
    }

    /**
     * It has returned.
     *
     * @param about a bit for the number of each object that it may have changed, {@link #JOINS}, {@link #COPIES}
     * @param result what it has returned, if that is an object
     */
    public Marks end(int about, Object result) {
        flow.current = around;
        if (flow.hasReturned) {
            flow.hasReturned = false;
            return Marks.union(flow.takeResult(), control);
        }
        Marks all = Marks.union(given, returned);
        if (place >= 0) {
            all = result == null ? Trail.passed(all, place) : Trail.passed(result, all, place);
        }
        if ((about & COPIES) == 0) {
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
