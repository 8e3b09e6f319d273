package fex.instrument.taint;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Lets objects go in the method that has used them, and says of which uses they stay. */
public class Forgetful implements Supplier<List<String>> {
    private static final int TIMES = 10;

    /** An object with fields. */
    private static final class Box {
        private Object value = "kept";
    }

    @Override
    public List<String> get() {
        List<String> kept = new ArrayList<>();
        add(kept, "called", called());
        add(kept, "returned", returned());
        add(kept, "read", read());
        add(kept, "written", written());
        add(kept, "stored", stored());
        add(kept, "joined", joined());
        add(kept, "appended", appended());
        return kept;
    }

    private static void add(List<String> kept, String use, boolean isGone) {
        if (!isGone) {
            kept.add(use);
        }
    }

    private static boolean isGone(WeakReference<?> reference) {
        for (int time = 0; time < TIMES && !reference.refersTo(null); time++) {
            System.gc();
        }
        return reference.refersTo(null);
    }

    private boolean called() {
        Object object = new ArrayList<String>();
        WeakReference<Object> reference = new WeakReference<>(object);
        object.hashCode();
        object = null;
        return isGone(reference);
    }

    private boolean returned() {
        WeakReference<Object> reference = new WeakReference<>(new Object());
        for (int time = 0; time < TIMES; time++) {
            System.gc();
            if (reference.get() == null) {
                return true;
            }
        }
        return false;
    }

    private boolean read() {
        Box box = new Box();
        WeakReference<Box> reference = new WeakReference<>(box);
        Object value = box.value;
        box = null;
        return isGone(reference) && value != null;
    }

    private boolean written() {
        Object object = new Object();
        Box box = new Box();
        WeakReference<Object> reference = new WeakReference<>(object);
        box.value = object;
        object = null;
        box = null;
        return isGone(reference);
    }

    private boolean stored() {
        Object object = new Object();
        Object[] array = new Object[1];
        WeakReference<Object> reference = new WeakReference<>(object);
        array[0] = object;
        object = null;
        array = null;
        return isGone(reference);
    }

    private boolean joined() {
        Object object = new Object();
        WeakReference<Object> reference = new WeakReference<>(object);
        String text = "of " + object;
        object = null;
        return isGone(reference) && !text.isEmpty();
    }

    private boolean appended() {
        StringBuilder builder = new StringBuilder();
        WeakReference<StringBuilder> reference = new WeakReference<>(builder);
        int length = builder.append("some").append(length()).length();
        builder = null;
        return isGone(reference) && length > 0;
    }

    private int length() {
        return 7;
    }
}
