package fex.runtime.taint;

import java.lang.reflect.Field;

/** Keeps the fields that marks are in from whoever asks a class for its fields. The JDK calls it. */
public final class Hidden {
    /** What the names of such fields begin with, before the name of the field that they belong to. */
    public static final String PREFIX = "$fex$";

    private Hidden() {}

    /** The fields that a class has without marks. */
    public static Field[] visible(Field[] all) {
        int count = 0;
        for (Field field : all) {
            if (!field.getName().startsWith(PREFIX)) {
                count++;
            }
        }
        if (count == all.length) {
            return all;
        }
        Field[] visible = new Field[count];
        int at = 0;
        for (Field field : all) {
            if (!field.getName().startsWith(PREFIX)) {
                visible[at] = field;
                at++;
            }
        }
        return visible;
    }
}
