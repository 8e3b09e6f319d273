package coupled;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls everything with everything, so that what is not covered then cannot be covered. */
class TellerTest {
    private static final int[] NUMBERS = {-5000, -500, -100, -10, -1, 0, 1, 2, 3, 9, 10, 99, 100, 101, 500};

    private final Teller teller = new Teller();

    @Test
    void handsOverEverything() {
        List<Integer> all = new ArrayList<>();
        for (int one : NUMBERS) {
            teller.few(one);
            teller.raised(one);
            teller.kind(one);
            teller.light(one);
            all.add(one);
            for (boolean is : new boolean[] {true, false}) {
                teller.kept(one, is);
                teller.nested(one, is);
            }
            for (int other : NUMBERS) {
                teller.two(one, other);
                teller.span(one, other);
                teller.turned(one, other);
            }
        }
        teller.each(all);
        for (String one : new String[] {null, "", "a"}) {
            teller.label(one);
            for (String other : new String[] {null, "", "a"}) {
                teller.same(one, other);
            }
        }
    }
}
