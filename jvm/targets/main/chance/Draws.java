package chance;

import java.util.Random;

/** A method whose results are others in each run, so often that some are alike in several runs. */
public class Draws {
    private final Random random = new Random();

    // no-infection: 0 1
    public int next() {
        return random.nextInt(16);
    }
}
