package errands;

import java.io.File;
import java.util.List;

/** What decides here happens between two calls, or is said by the class of an argument. */
public class Shift {
    private static int level = 1;

    private final long began = System.currentTimeMillis();

    /** Changes what all shifts say. */
    public static void setLevel(int wanted) {
        level = wanted;
    }

    /** By a static field that nothing else assigns to. */
    public boolean isLoud() {
        return level > 3;
    }

    /** By a clock that was put back since the shift began. */
    public boolean isPutBack() {
        return System.currentTimeMillis() < began;
    }

    /** By what was handed in. */
    public String received(Object goods) {
        if (goods instanceof List) {
            return "a list";
        }
        if (goods instanceof long[]) {
            return "numbers";
        }
        return goods instanceof Desk ? "a desk" : "something";
    }

    /** By a folder. */
    public boolean isStored(String place) {
        return new File(place).isDirectory();
    }
}
