package fickle;

/** Two facts, one of them about a test that cannot be relied upon. */
public class Fickle {
    // tested: true detected (assertion), false detected (assertion)
    static boolean isEven(int number) {
        return number % 2 == 0;
    }
}
