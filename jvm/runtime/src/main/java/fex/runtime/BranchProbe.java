package fex.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * What code calls whose branches are told.
 *
 * <p>A branch leads to a call if it was taken in the same thread after the call site was called for the last time, and was not taken in a
 * method that has ended by an exception since. Branches that are taken before the call returns are taken during it. Flags are neither
 * volatile nor atomic: they only ever become true, and are read when the test is over.
 */
public final class BranchProbe {
    /**
     * A method whose branches are told.
     *
     * @param decisions its conditional jumps and switches, in the order of the code
     * @param calls those of its calls that are call sites, in the order of the code
     */
    public record Method(String owner, String name, String descriptor, List<Decision> decisions, List<CallSite> calls) {}

    /**
     * A conditional jump or a switch.
     *
     * @param keys the numbers of a switch in ascending order; none for a jump
     * @param branches for each key its branch and then that of all others; for a jump where it holds and where it fails
     */
    public record Decision(List<Integer> keys, List<Integer> branches) {}

    /**
     * A call that is a call site, or a method reference that is one.
     *
     * @param place how many calls come before it in its method, those of what a bootstrap method made included
     */
    public record CallSite(int place, int site) {}

    /**
     * Branches that lead to a call site, and branches that can be reached from what it calls, both in ascending order.
     *
     * @param runs the number of the method that is called
     * @param isExact whether the call runs no other method
     */
    public record Coupling(int site, int runs, boolean isExact, List<Integer> leading, List<Integer> reached) {}

    /** What was taken, and what was {@link Asked}. */
    public record Taken(
            int[] branches,
            int[] sites,
            List<Led> led,
            List<Covered> covered,
            List<Missed> missed,
            List<MissedInside> missedInside,
            List<String> properties,
            List<String> variables,
            List<String> texts) {}

    /** A branch that led to a call of a coupling. */
    public record Led(int coupling, int branch) {}

    /** A branch that was taken during a call that another one led to. */
    public record Covered(int coupling, int leading, int reached) {}

    /** How far a branch was from being taken, from 0 to 1, in billionths. */
    public record Missed(int branch, int distance) {}

    /** The same during calls of a coupling. */
    public record MissedInside(int coupling, int branch, int distance) {}

    /** The distance of a branch that no decision was about. */
    static final double FAR = 1;

    /** After so many calls in turn that run the method themselves, those that only lead a search are believed to. */
    private static final int BELIEVED = 64;

    /** The greatest distance of a branch that was decided. */
    private static final double NEARLY_FAR = 0.999_999;

    private static final double BILLION = 1_000_000_000;

    /** What one coupling came to. */
    static final class Count {
        final int number;
        final int runs;
        final boolean isExact;
        final int[] leading;
        final int[] reached;
        /** Which branches led to calls, by place. */
        final boolean[] led;
        /** Which were taken then, by the place of the leading one and then their own. */
        final boolean[] covered;
        /** How far they were from that, by place. */
        final double[] missed;

        /** How many calls in turn were found to run the method themselves; -1 once another one was. */
        private int direct;

        Count(int number, Coupling coupling) {
            this.number = number;
            runs = coupling.runs();
            isExact = coupling.isExact();
            leading = array(coupling.leading());
            reached = array(coupling.reached());
            led = new boolean[leading.length];
            covered = new boolean[leading.length * reached.length];
            missed = new double[reached.length];
            clear();
        }

        void clear() {
            Arrays.fill(led, false);
            Arrays.fill(covered, false);
            Arrays.fill(missed, FAR);
        }

        /** Whether nothing need be asked of a call: that takes longer than most methods. */
        boolean isBelieved() {
            return isExact || tellsDistances && direct >= BELIEVED;
        }

        void learn(boolean isDirect) {
            direct = isDirect && direct >= 0 ? direct + 1 : -1;
        }
    }

    private static final Count[] NONE = new Count[0];

    /** The couplings of each call site. */
    private static Count[][] bySite = new Count[0][];

    private static Count[] counts = new Count[0];

    private static Decision[] switches = new Decision[0];
    private static int[][] keys = new int[0][];

    private static boolean[] taken = new boolean[0];
    private static boolean[] called = new boolean[0];
    private static double[] missed = new double[0];

    /** The classes and names of the methods with the call sites. */
    private static String[] siteClasses = new String[0];

    private static String[] siteMethods = new String[0];

    static boolean tellsDistances;

    /** What a thread did in an earlier test is nothing that one knows of. */
    private static volatile int epoch;

    /** The thread that was asked for last, which is mostly the next one, too. */
    private static Track last;

    private static final ThreadLocal<Track> TRACKS = ThreadLocal.withInitial(Track::new);

    private BranchProbe() {}

    /** Makes room for what is told of some methods. */
    public static void begin(List<Method> methods, List<Coupling> couplings, boolean distances) {
        int branches = 0;
        int sites = 0;
        List<Decision> found = new ArrayList<>();
        for (Method method : methods) {
            for (Decision decision : method.decisions()) {
                if (!decision.keys().isEmpty()) {
                    found.add(decision);
                }
                for (int branch : decision.branches()) {
                    branches = Math.max(branches, branch + 1);
                }
            }
            for (CallSite call : method.calls()) {
                sites = Math.max(sites, call.site() + 1);
            }
        }
        siteClasses = new String[sites];
        siteMethods = new String[sites];
        for (Method method : methods) {
            for (CallSite call : method.calls()) {
                siteClasses[call.site()] = method.owner().replace('/', '.');
                siteMethods[call.site()] = method.name();
            }
        }
        switches = found.toArray(new Decision[0]);
        keys = found.stream().map(decision -> array(decision.keys())).toArray(int[][]::new);
        List<List<Count>> of = new ArrayList<>();
        for (int site = 0; site < sites; site++) {
            of.add(new ArrayList<>());
        }
        counts = new Count[couplings.size()];
        for (int number = 0; number < counts.length; number++) {
            counts[number] = new Count(number, couplings.get(number));
            of.get(couplings.get(number).site()).add(counts[number]);
        }
        bySite = of.stream().map(all -> all.toArray(new Count[0])).toArray(Count[][]::new);
        taken = new boolean[branches];
        called = new boolean[sites];
        missed = new double[branches];
        Arrays.fill(missed, FAR);
        tellsDistances = distances;
        Asked.note(distances);
        epoch++;
    }

    private static int[] array(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The number of a switch among all of them. */
    public static int numberOf(Decision decision) {
        for (int number = 0; number < switches.length; number++) {
            if (switches[number] == decision) {
                return number;
            }
        }
        throw new IllegalArgumentException("a switch that nobody asked for");
    }

    /** What was taken since the last time. */
    public static Taken take() {
        List<Led> led = new ArrayList<>();
        List<Covered> covered = new ArrayList<>();
        List<MissedInside> missedInside = new ArrayList<>();
        for (Count count : counts) {
            int width = count.reached.length;
            boolean any = false;
            for (int at = 0; at < count.leading.length; at++) {
                if (!count.led[at]) {
                    continue;
                }
                any = true;
                led.add(new Led(count.number, count.leading[at]));
                for (int other = 0; other < width; other++) {
                    if (count.covered[at * width + other]) {
                        covered.add(new Covered(count.number, count.leading[at], count.reached[other]));
                    }
                }
            }
            for (int other = 0; tellsDistances && other < width; other++) {
                if (count.missed[other] < FAR) {
                    missedInside.add(new MissedInside(count.number, count.reached[other], billionths(count.missed[other])));
                }
            }
            if (any || tellsDistances) {
                count.clear();
            }
        }
        List<Missed> far = new ArrayList<>();
        for (int branch = 0; tellsDistances && branch < missed.length; branch++) {
            if (missed[branch] < FAR) {
                far.add(new Missed(branch, billionths(missed[branch])));
            }
        }
        Taken all = new Taken(
                numbers(taken), numbers(called), led, covered, far, missedInside, Asked.properties(), Asked.variables(), Asked.texts());
        Arrays.fill(taken, false);
        Arrays.fill(called, false);
        Arrays.fill(missed, FAR);
        epoch++;
        return all;
    }

    private static int billionths(double distance) {
        return (int) (distance * BILLION);
    }

    private static int[] numbers(boolean[] flags) {
        BitSet set = new BitSet();
        for (int number = 0; number < flags.length; number++) {
            if (flags[number]) {
                set.set(number);
            }
        }
        return set.stream().toArray();
    }

    private static Track track() {
        Track track = last;
        if (track == null || track.thread != Thread.currentThread()) {
            track = TRACKS.get();
            last = track;
        }
        if (track.epoch != epoch) {
            track.begin(epoch, taken.length, called.length);
        }
        return track;
    }

    /** Called first in every method whose branches are told; in a constructor once there is an object. */
    public static void enter(int method) {
        Track track = track();
        if (track.isPaused) {
            return;
        }
        Open open = track.top();
        track.pushFrame();
        if (open != null) {
            open.enters(method);
        }
    }

    /** Called before such a method returns. */
    public static void leave() {
        Track track = track();
        if (!track.isPaused) {
            track.popFrame(false);
        }
    }

    /** Called when such a method ends by an exception. */
    public static void thrown() {
        Track track = track();
        if (!track.isPaused) {
            track.popFrame(true);
        }
    }

    /** Called where such a method has caught an exception: calls that had not returned then have ended. */
    public static void caught() {
        Track track = track();
        if (!track.isPaused) {
            track.popCalls();
        }
    }

    /**
     * Forgets what this thread does from now on, which is none of the program: methods of the JDK are told of whoever calls them.
     *
     * @return what is to be given to {@link #resume}
     */
    public static boolean pause() {
        Track track = track();
        boolean before = track.isPaused;
        track.isPaused = true;
        return before;
    }

    /** What this thread does is told again, unless somebody around has paused, too. */
    public static void resume(boolean before) {
        track().isPaused = before;
    }

    /** Called before a call site is called. */
    public static void calls(int site) {
        called[site] = true;
        Track track = track();
        track.pushCall(site, bySite[site], track.led(site, bySite[site]), siteMethods[site]);
    }

    /** Called before a method reference is evaluated that is a call site: what led there, which is given to its object. */
    public static Object refers(int site) {
        Track track = track();
        return new Reference(site, track.epoch, track.led(site, bySite[site]));
    }

    /** Called before the object of such a reference calls what it refers to. */
    public static void calls(Object referring) {
        Reference reference = (Reference) referring;
        Track track = track();
        int site = reference.site;
        if (reference.epoch == track.epoch) {
            called[site] = true;
            track.pushCall(site, bySite[site], reference.led, referring(site));
        } else {
            // What made the object has ended, and its call sites may have had other numbers.
            track.pushCall(site, NONE, new int[0][], "");
        }
    }

    /** The name of the method that makes the calls of a reference. */
    public static String referring(int site) {
        return "fex$refers$" + site;
    }

    /** Called after that call has returned. */
    public static void returned() {
        track().popCall();
    }

    /** Called before a jump that asks a number whether it is 0. */
    public static void met(int value, int opcode, int holds) {
        Comparing.decide(track(), opcode, value, 0, holds);
    }

    /** Called before a jump that compares two numbers. */
    public static void met(int left, int right, int opcode, int holds) {
        Comparing.decide(track(), opcode, left, right, holds);
    }

    /** Called before a jump that asks what was compared by one of the methods of {@link Comparing} right before. */
    public static void metCompared(int value, int opcode, int holds) {
        Comparing.decideCompared(track(), opcode, value, holds);
    }

    /** Called before a jump that asks whether texts were equal in {@link Comparing} right before. */
    public static void metEqual(int value, int opcode, int holds) {
        Comparing.decideEqual(track(), opcode, value, holds);
    }

    /** Called before a jump that asks a reference whether it is null. */
    public static void met(Object value, int opcode, int holds) {
        Comparing.decide(track(), opcode, value, holds);
    }

    /** Called before a jump that compares two references. */
    public static void met(Object left, Object right, int opcode, int holds) {
        Comparing.decide(track(), opcode, left, right, holds);
    }

    /** Called before a switch. */
    public static void chosen(int key, int number) {
        Track track = track();
        Decision decision = switches[number];
        int at = Arrays.binarySearch(keys[number], key);
        int branch = decision.branches().get(at >= 0 ? at : keys[number].length);
        if (tellsDistances) {
            for (int other = 0; other < keys[number].length; other++) {
                missed(track, decision.branches().get(other), Math.abs((double) keys[number][other] - key));
            }
            missed(track, decision.branches().get(keys[number].length), at >= 0 ? 1 : 0);
        }
        took(track, branch);
    }

    /** A branch is taken. */
    static void took(Track track, int branch) {
        if (track.isPaused) {
            return;
        }
        taken[branch] = true;
        track.take(branch);
        for (Open open = track.open; open != null; open = open.outer) {
            open.takes(branch);
        }
    }

    /** A branch was so far from being taken. */
    static void missed(Track track, int branch, double distance) {
        if (track.isPaused) {
            return;
        }
        double ratio = distance / (distance + 1);
        // What is not a number or has no bounds was decided all the same.
        double normal = ratio < NEARLY_FAR ? ratio : NEARLY_FAR;
        missed[branch] = Math.min(missed[branch], normal);
        for (Open open = track.open; open != null; open = open.outer) {
            open.misses(branch, normal);
        }
    }

    /**
     * What is known of the evaluation of a method reference.
     *
     * @param epoch that of the test in which it was evaluated
     * @param led for each coupling of the site the places of the branches that led there
     */
    private record Reference(int site, int epoch, int[][] led) {}

    /** A call that has not returned. */
    static final class Open {
        final int site;
        /** The call around it. */
        final Open outer;
        /** How many methods had been entered when it began. */
        final int depth;
        /** The couplings of the site. */
        private final Count[] counts;
        /** For each of them the places of the branches that led to the call. */
        private final int[][] led;
        /** For each of them whether the method that it runs was entered by this call. */
        private final boolean[] entered;
        /** The name of the method that makes the call. */
        final String by;
        private boolean isEntered;

        Open(int site, Open outer, int depth, Count[] counts, int[][] led, String by) {
            this.by = by;
            this.site = site;
            this.outer = outer;
            this.depth = depth;
            this.counts = counts;
            this.led = led;
            entered = new boolean[counts.length];
        }

        /** A method is entered, and no other one is running since the call. */
        void enters(int method) {
            for (int index = 0; index < counts.length; index++) {
                Count count = counts[index];
                if (entered[index] || count.runs != method) {
                    continue;
                }
                if (!count.isBelieved()) {
                    boolean isDirect = isCalledBy(siteClasses[site], by);
                    count.learn(isDirect);
                    if (!isDirect) {
                        continue;
                    }
                }
                entered[index] = true;
                isEntered = true;
                for (int place : led[index]) {
                    count.led[place] = true;
                }
            }
        }

        /** Whether the method that was just entered was called by another one, and not by something in between. */
        private static boolean isCalledBy(String type, String method) {
            boolean before = pause();
            try {
                // This method, the one before and the probe come first, and then what was entered.
                return CallStack.WALKER.walk(frames -> frames
                        .skip(4)
                        .findFirst()
                        .map(frame -> frame.getClassName().equals(type) && frame.getMethodName().equals(method))
                        .orElse(false));
            } finally {
                resume(before);
            }
        }

        void takes(int branch) {
            for (int index = 0; isEntered && index < counts.length; index++) {
                Count count = counts[index];
                int at = entered[index] ? Arrays.binarySearch(count.reached, branch) : -1;
                if (at >= 0) {
                    count.missed[at] = 0;
                    for (int place : led[index]) {
                        count.covered[place * count.reached.length + at] = true;
                    }
                }
            }
        }

        void misses(int branch, double distance) {
            for (int index = 0; isEntered && index < counts.length; index++) {
                Count count = counts[index];
                int at = entered[index] ? Arrays.binarySearch(count.reached, branch) : -1;
                if (at >= 0) {
                    count.missed[at] = Math.min(count.missed[at], distance);
                }
            }
        }
    }
}
