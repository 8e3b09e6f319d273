/**
 * Methods whose comments state the control dependence of their lines.
 *
 * <p>A comment names the lines whose branch, switch, throw or call decides directly whether its line runs: a call decides where
 * something catches what it throws. The line after a handler has the jump over it. A line without a comment runs whenever the method returns or loops for ever.
 */
final class Flows {
    private Flows() {}

    static int ifElse(int a) {
        int result = 0;
        if (a > 0) {
            result = 1; // decided by 12
        } else {
            result = 2; // decided by 12
        }
        return result;
    }

    static int early(int a, int b) {
        if (a > 0) {
            return 1; // decided by 21
        }
        if (b > 0) { // decided by 21
            return 2; // decided by 24
        }
        return 3; // decided by 24
    }

    static int loop(int n) {
        int sum = 0;
        int i = 0;
        while (i < n) { // decided by 33
            if (i % 2 == 0) { // decided by 33
                sum += i; // decided by 34
            }
            i++; // decided by 33
        }
        return sum;
    }

    static int shortCircuit(boolean a, boolean b) {
        int result = 0;
        // The second operand runs only if the first one holds.
        if (a && b) { // decided by 45
            result = 1; // decided by 45
        }
        return result;
    }

    @SuppressWarnings("fallthrough") static String choose(int a) {
        String result = "";
        switch (a) {
            case 1:
                result = "one"; // decided by 53
                break; // decided by 53
            case 2:
                result = "two"; // decided by 53
            case 3:
                result += "three"; // decided by 53
                break; // decided by 53
            default:
                result = "many"; // decided by 53
        }
        return result;
    }

    static int caught(String text) {
        int result = 0;
        try {
            result = Integer.parseInt(text); // decided by 71
            result++; // decided by 71
        } catch (NumberFormatException e) { // decided by 71
            result = -1; // decided by 71
        } // decided by 71
        return result;
    }

    static int thrown(int a) {
        if (a < 0) {
            throw new IllegalArgumentException(); // decided by 80
        }
        return a; // decided by 80
    }

    static void endless(int a) {
        int b = a;
        while (true) {
            b++; // decided by 90
            if (b > 3) { // decided by 90
                b = 0; // decided by 90
            }
        }
    }
}
