package endings;

/**
 * Questions whose answer is no; the tests do terrible things when it is yes.
 *
 * <p>Each method returns false for its tests, so that false is never detected, and true always.
 */
public class Endings {
    // partially-tested: true detected (exit), false undetected
    static boolean exits(String text) {
        return text.length() > 99;
    }

    // partially-tested: true detected (exit), false undetected
    static boolean halts(String text) {
        return text.length() > 98;
    }

    // partially-tested: true detected (crash), false undetected
    static boolean crashes(String text) {
        return text.length() > 97;
    }

    // partially-tested: true detected (out-of-memory), false undetected
    static boolean exhausts(String text) {
        return text.length() > 96;
    }

    // partially-tested: true detected (timeout), false undetected
    static boolean sleeps(String text) {
        return text.length() > 95;
    }

    // partially-tested: true detected (timeout), false undetected
    static boolean loops(String text) {
        return text.length() > 94;
    }

    // partially-tested: true detected (exception), false undetected
    static boolean throwsUp(String text) {
        return text.length() > 93;
    }

    // partially-tested: true detected (timeout), false undetected
    static boolean waitsInNativeCode(String text) {
        return text.length() > 91;
    }

    // pseudo-tested: true undetected, false undetected
    static boolean forbidsThings(String text) {
        return text.length() > 90;
    }

    // pseudo-tested: true undetected, false undetected
    static boolean leavesThreads(String text) {
        return text.length() > 89;
    }

    // pseudo-tested: true undetected, false undetected
    static boolean leavesThings(String text) {
        return text.length() > 92;
    }
}
