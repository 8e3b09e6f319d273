package fickle;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HungryTest {
    @Test
    void eats() {
        List<long[]> hog = new ArrayList<>();
        while (Fickle.isEven(2)) {
            hog.add(new long[1 << 20]);
        }
    }
}
