package fex.runtime;

/** How far texts are from each other. */
final class Texts {
    /** How many signs of a text count. */
    private static final int LONGEST = 64;

    /** The greatest distance between two signs, as a part of one that is missing. */
    private static final double APART = 1 << 16;

    private Texts() {}

    /**
     * How many signs have to come, go or become others, at least; those that become others count the less the nearer they are.
     *
     * <p>Levenshtein's distance with the costs of Alshraideh and Bottaci (2006).
     */
    static double distance(String one, String other) {
        int width = Math.min(other.length(), LONGEST);
        int height = Math.min(one.length(), LONGEST);
        double[] above = new double[width + 1];
        for (int column = 0; column <= width; column++) {
            above[column] = column;
        }
        for (int row = 1; row <= height; row++) {
            double[] here = new double[width + 1];
            here[0] = row;
            for (int column = 1; column <= width; column++) {
                char left = one.charAt(row - 1);
                char right = other.charAt(column - 1);
                double changed = left == right ? 0 : 0.5 + Math.abs(left - right) / APART / 2;
                here[column] = Math.min(above[column - 1] + changed, Math.min(above[column], here[column - 1]) + 1);
            }
            above = here;
        }
        return above[width] + Math.abs(one.length() - height) + Math.abs(other.length() - width);
    }
}
