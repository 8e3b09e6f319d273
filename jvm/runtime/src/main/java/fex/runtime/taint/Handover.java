package fex.runtime.taint;

/**
 * What threads are given by others. Which task a thread runs is known to the JDK alone, so that what one thread hands over in a test all of
 * them may have got, and what comes back may come from any of them.
 */
final class Handover {
    /** The thread of the test, and what it hands on. */
    private static volatile Flow ofTest = new Flow(null);

    private static volatile Marks handed;
    private static volatile Marks back;

    private Handover() {}

    /** A test begins in a thread. */
    static void begin(Flow flow) {
        ofTest = flow;
        handed = null;
        back = null;
    }

    /** Something is given to the JDK that it may have other threads run or use. */
    static void hand(Marks marks) {
        if (Marks.union(handed, marks) != handed) {
            synchronized (Handover.class) {
                handed = Marks.union(handed, marks);
            }
        }
    }

    /** The marks of what a thread may have got from others, which is nothing for that of the test. */
    static Marks given(Flow flow) {
        Flow test = ofTest;
        if (flow == test) {
            return null;
        }
        // What splits its work among threads waits for them.
        Outside waiting = test.current;
        Marks all = Marks.union(handed, Contents.of(flow.thread));
        return waiting == null ? all : Marks.union(all, waiting.given());
    }

    /** Code has returned that a thread ran on its own. */
    static void returned(Flow flow, Marks marks) {
        if (flow != ofTest && Marks.union(back, marks) != back) {
            synchronized (Handover.class) {
                back = Marks.union(back, marks);
            }
        }
    }

    /** The marks of what threads may have returned. */
    static Marks back() {
        return back;
    }
}
