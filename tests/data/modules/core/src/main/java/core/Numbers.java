package core;

/** What each module tests one method of; the comments are verdicts. */
public final class Numbers {
    private Numbers() {}

    // tested by three.NumbersTest
    public static int three(int base) {
        return base + 2;
    }

    // tested by four.NumbersTest
    public static int four(int base) {
        return base + 3;
    }

    // tested by five.NumbersSpec
    public static int five(int base) {
        return base + 4;
    }

    // tested by six.NumbersTest
    public static int six(int base) {
        return base + 5;
    }

    // tested by testng.NumbersTest: the first row does not detect 0, the second one does
    public static int testng(int base) {
        return base + 6;
    }

    // tested by testng.NumbersTest: 1 breaks what one of its tests depends on, 0 what prepares it
    public static int prepared(int base) {
        return base + 1;
    }

    // tested by testng.BesideTest, which is of JUnit 4
    public static int beside(int base) {
        return base + 10;
    }

    // tested by testng6.NumbersTest
    public static int testng6(int base) {
        return base + 9;
    }

    // tested by four.ObjectsTest: the first base does not detect 0, the second one does
    public static int plain(int base) {
        return base + 8;
    }

    // tested by six.ObjectsTest in the same way
    public static int objects(int base) {
        return base + 8;
    }

    // not-covered: its tests have a tag or a category that the build leaves out
    public static int slow(int base) {
        return base + 7;
    }
}
