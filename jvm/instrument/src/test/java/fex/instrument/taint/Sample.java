package fex.instrument.taint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** Code with what compilers make of loops, switches, handlers, wide values and objects under construction. */
public final class Sample implements Supplier<String> {
    private static long counted;
    private final List<Object> told = new ArrayList<>();
    private double[] wide = {1.5, 2.5};
    private int[][] table = new int[2][3];

    private record Pair(String name, long number) {}

    private enum Colour {
        RED,
        GREEN
    }

    @Override
    public String get() {
        for (int index = 0; index < 3; index++) {
            table[index % 2][index] += index * 2;
            wide[index % 2] *= index + 0.5;
            counted += index;
            told.add(index > 1 ? new StringBuilder(index == 2 ? "two" : "more") : (Object) Integer.valueOf(index));
        }
        try {
            told.add(thrown(5));
            told.add(thrown(-5));
        } catch (IllegalStateException problem) {
            told.add(problem.getMessage());
        } finally {
            told.add("finally");
        }
        for (Colour colour : Colour.values()) {
            switch (colour) {
                case RED -> told.add('r');
                case GREEN -> told.add(counted++ + --wide[0]);
            }
        }
        Pair pair = new Pair("p", counted);
        told.add(pair.equals(new Pair("p", counted)) + " " + pair);
        told.add(List.of("b", "a").stream().map(text -> text + told.size()).sorted().toList());
        told.add(new int[] {table[0][2]}[0] + table[1][1] << 2L);
        return told + Arrays.toString(wide) + Arrays.deepToString(table);
    }

    private int thrown(int number) {
        if (number < 0) {
            throw new IllegalStateException("negative: " + number);
        }
        return number;
    }
}
