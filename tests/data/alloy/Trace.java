import java.util.ArrayList;
import java.util.List;

/**
 * An infinite trace with the fewest states that it can be written with, so that traces which are the same are equal.
 *
 * @param before the states before the loop
 * @param loop the states that come again and again
 */
record Trace(List<String> before, List<String> loop) {

    /** The trace that goes on from the last of these states with the one at {@code back}. */
    static Trace of(List<String> states, int back) {
        List<String> rounds = states.subList(back, states.size());
        int period = 1;
        while (!repeats(rounds, period)) {
            period++;
        }
        List<String> before = new ArrayList<>(states.subList(0, back));
        List<String> loop = new ArrayList<>(rounds.subList(0, period));
        while (!before.isEmpty() && before.get(before.size() - 1).equals(loop.get(period - 1))) {
            before.remove(before.size() - 1);
            loop.add(0, loop.remove(period - 1));
        }
        return new Trace(before, loop);
    }

    /** Whether the states are the first {@code period} of them again and again. */
    private static boolean repeats(List<String> states, int period) {
        return states.size() % period == 0
                && states.subList(period, states.size()).equals(states.subList(0, states.size() - period));
    }
}
