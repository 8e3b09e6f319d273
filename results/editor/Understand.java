import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.alloy4.Err;
import edu.mit.csail.sdg.parser.CompUtil;

/**
 * Has Alloy parse and resolve each model of the command line, and prints a line for each: the milliseconds that this took, 40 times, after a second
 * and at least 20 times of warming up. The line is empty for a model that Alloy refuses.
 */
public final class Understand {
    public static void main(String[] paths) {
        for (String path : paths) {
            StringBuilder line = new StringBuilder();
            try {
                long started = System.nanoTime();
                for (int round = 0; round < 20 || System.nanoTime() - started < 1_000_000_000L; round++) {
                    understand(path);
                }
                for (int round = 0; round < 40; round++) {
                    long before = System.nanoTime();
                    understand(path);
                    line.append((System.nanoTime() - before) / 1e6).append(' ');
                }
            } catch (Err error) {
                line.setLength(0);
            }
            System.out.println(line);
        }
    }

    private static void understand(String path) {
        CompUtil.parseEverything_fromFile(A4Reporter.NOP, null, path);
    }
}
