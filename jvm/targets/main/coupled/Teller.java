package coupled;

import java.util.List;

/** A caller that hands over what it has asked about; {@code tests/coupling.rs} says what that makes impossible. */
public class Teller {
    private final Scale scale = new Scale();
    private int last;

    public int few(int few) {
        return few < 10 ? scale.weigh(few) : 0;
    }

    /** What is handed over is another number. */
    public int raised(int raised) {
        if (raised < 10) {
            raised += 200;
            return scale.weigh(raised);
        }
        return 0;
    }

    /** Nothing in between changes anything. */
    public int kept(int kept, boolean isNegative) {
        if (kept < 10) {
            if (isNegative) {
                last = Math.abs(kept);
            }
            return scale.weigh(kept);
        }
        return 0;
    }

    /** The first call after the branch is that of another run of the method. */
    public int nested(int inner, boolean isForced) {
        if (isForced || inner < 10) {
            if (!isForced) {
                nested(inner + 500, true);
            }
            return scale.weigh(inner);
        }
        return 0;
    }

    /** Each number has a branch of its own. */
    public void each(List<Integer> all) {
        for (int each : all) {
            if (each > 100) {
                scale.weigh(each);
            }
        }
    }

    /** Another call gets what nobody has asked about. */
    public int two(int two, int other) {
        if (two < 10) {
            return scale.weigh(two) + scale.weigh(other);
        }
        return 0;
    }

    public int label(String label) {
        return label == null ? scale.label(label) : 0;
    }

    public int kind(int kind) {
        switch (kind) {
            case 1:
            case 2:
                return scale.kind(kind);
            default:
                return 0;
        }
    }

    public int span(int low, int high) {
        return low < high ? scale.span(low, high) : 0;
    }

    public int turned(int least, int most) {
        return least < most ? scale.below(most, least) : 0;
    }

    /** The callee asks about another number. */
    public int light(int light) {
        return light < 10 ? scale.changed(light) : 0;
    }

    public int same(Object one, Object same) {
        return one == same ? scale.same(one, same) : 0;
    }
}
