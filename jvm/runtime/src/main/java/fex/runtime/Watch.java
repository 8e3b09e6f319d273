package fex.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

/** What is watched while some tests run, and the states that were read meanwhile. */
final class Watch {
    /** How many values are read in one test at most; what comes later is only counted. */
    private static final long MOST = 40_000_000;

    /** How many frames of a stack are told. */
    private static final int MOST_FRAMES = 100;

    /** The number of the method that is watched; -1 where the expressions of tests are. */
    final int method;

    private final Observer.Observation observation;
    private final Set<Observer.Wanted> wanted;
    private final ThreadLocal<OfThread> ofThread = new ThreadLocal<>();
    private final Map<Integer, Met.Counter> conditions = new ConcurrentSkipListMap<>();

    private final Map<String, OfTest> tests = new LinkedHashMap<>();
    private volatile OfTest test;

    Watch(Observer.Observation observation, int method, Set<Observer.Wanted> wanted) {
        this.observation = observation;
        this.method = method;
        this.wanted = wanted;
        test("");
    }

    /** A test begins, or one of its parts. */
    synchronized void test(String id) {
        test = tests.computeIfAbsent(id, OfTest::new);
    }

    synchronized List<Observer.States> take() {
        List<Observer.States> taken = new ArrayList<>();
        for (OfTest of : tests.values()) {
            Observer.States states = of.states();
            if (!states.threads().isEmpty() || states.unread() > 0) {
                taken.add(states);
            }
        }
        tests.clear();
        test("");
        return taken;
    }

    /** What the conditions of the watched method have met since the last time. */
    List<Met> takeConditions() {
        List<Met> taken = new ArrayList<>();
        conditions.values().forEach(counter -> taken.add(counter.met()));
        conditions.clear();
        return taken;
    }

    /** The watched method is at a condition; unless its operands are known from before, they are given. */
    void meets(int site, boolean holds, String operand) {
        OfThread here = here();
        if (!here.isReading) {
            String compared = here.compared;
            boolean isKnown = observation.condition(site).isComparison() && compared != null;
            conditions
                    .computeIfAbsent(site, number -> new Met.Counter(observation.condition(number)))
                    .count(holds, isKnown ? compared : operand);
        }
    }

    /** Numbers are compared, whose result a condition may be about. */
    void compares(String operands) {
        here().compared = operands;
    }

    /** The watched method begins. */
    void enter(Object receiver, Object[] arguments) {
        OfThread here = here();
        Series series = here.series(0);
        here.invocations.add(new Invocation(series, series.next(), receiver, arguments));
    }

    /** The watched method ends. */
    void leave(String name, Object value) {
        OfThread here = here();
        if (here.invocations.isEmpty()) {
            // It began before it was watched.
            return;
        }
        Invocation invocation = here.invocations.remove(here.invocations.size() - 1);
        Observer.Point point = observation.methods.get(method);
        read(here, invocation.series(), point, invocation.number(), reader -> {
            if (invocation.receiver() != null) {
                reader.value("this", invocation.receiver());
            }
            for (int index = 0; index < invocation.arguments().length; index++) {
                reader.value("argument " + (index + 1), invocation.arguments()[index]);
            }
            if (name != null) {
                reader.value(name, value);
            }
        });
    }

    /** An expression was evaluated. */
    void value(Object value, int site) {
        OfThread here = here();
        Series series = here.series(site);
        read(here, series, observation.sited(site), series.next(), reader -> reader.value("value", value));
    }

    private interface Values {
        void tell(StateReader reader) throws ReflectiveOperationException;
    }

    private void read(OfThread here, Series series, Observer.Point point, int number, Values values) {
        boolean inWords = !wanted.isEmpty();
        if (inWords && !wanted.contains(new Observer.Wanted(here.test.id, here.number, point, number))) {
            return;
        }
        if (here.isReading || here.test.left <= 0) {
            here.test.unread++;
            return;
        }
        here.isReading = true;
        try {
            here.reader.begin(inWords);
            values.tell(here.reader);
            series.digests[number - 1] = here.reader.end();
            here.test.left -= here.reader.effort();
            if (inWords) {
                series.details.add(new Observer.Detail(number, here.reader.properties(), stack()));
            }
        } catch (Throwable cannotBeRead) {
            here.reader.forget();
            here.test.unread++;
        } finally {
            here.isReading = false;
        }
    }

    /** The methods from the one that is left, or that of the expression, to the nearest one of a test. */
    private List<Observer.Frame> stack() {
        return CallStack.WALKER.walk(frames -> {
            List<Observer.Frame> told = new ArrayList<>();
            Iterator<StackWalker.StackFrame> left = frames.iterator();
            boolean ofTest = false;
            while (left.hasNext() && !ofTest && told.size() < MOST_FRAMES) {
                StackWalker.StackFrame frame = left.next();
                if (!frame.getClassName().startsWith("fex.runtime.")) {
                    told.add(told(frame));
                    ofTest = observation.tests.contains(frame.getClassName());
                }
            }
            return told;
        });
    }

    private static Observer.Frame told(StackWalker.StackFrame frame) {
        String source = frame.getFileName();
        return new Observer.Frame(
                frame.getClassName().replace('.', '/'),
                frame.getMethodName(),
                frame.getDescriptor(),
                source == null ? "" : source,
                Math.max(frame.getLineNumber(), 0));
    }

    private OfThread here() {
        OfThread here = ofThread.get();
        OfTest now = test;
        if (here == null || here.test != now) {
            here = now.thread(here == null ? null : here.reader);
            ofThread.set(here);
        }
        return here;
    }

    /** An invocation of the watched method that has not ended. */
    private record Invocation(Series series, int number, Object receiver, Object[] arguments) {}

    /** What was read at one place in one thread. */
    private static final class Series {
        private long[] digests = new long[4];
        private int count;
        private final List<Observer.Detail> details = new ArrayList<>();

        /** The number of the next state, from 1 on. */
        int next() {
            if (count == digests.length) {
                digests = Arrays.copyOf(digests, 2 * count);
            }
            return ++count;
        }
    }

    /** What was read in one test. */
    private final class OfTest {
        private final String id;
        private final Map<Long, OfThread> threads = new LinkedHashMap<>();
        private long left = MOST;
        private long unread;

        OfTest(String id) {
            this.id = id;
        }

        /** What this thread reads, which may have a reader already. */
        synchronized OfThread thread(StateReader reader) {
            int next = threads.size();
            return threads.computeIfAbsent(
                    Thread.currentThread().getId(),
                    thread -> new OfThread(this, next, reader == null ? observation.reader() : reader));
        }

        synchronized Observer.States states() {
            return new Observer.States(id, threads.values().stream().map(OfThread::states).toList(), unread);
        }
    }

    /** What was read in one thread in one test. */
    private final class OfThread {
        private final OfTest test;
        private final int number;
        private final StateReader reader;
        private final List<Invocation> invocations = new ArrayList<>();

        /** Those of the sites, by number; that of the watched method is the only one there is of its kind. */
        private Series[] series = new Series[1];

        private boolean isReading;

        /** What was compared last. */
        private String compared;

        OfThread(OfTest test, int number, StateReader reader) {
            this.test = test;
            this.number = number;
            this.reader = reader;
        }

        Series series(int place) {
            if (place >= series.length) {
                series = Arrays.copyOf(series, Math.max(2 * series.length, place + 1));
            }
            if (series[place] == null) {
                series[place] = new Series();
            }
            return series[place];
        }

        Observer.ThreadStates states() {
            List<Observer.PointStates> points = new ArrayList<>();
            for (int place = 0; place < series.length; place++) {
                Series one = series[place];
                if (one != null) {
                    Observer.Point point = method < 0 ? observation.sited(place) : observation.methods.get(method);
                    points.add(new Observer.PointStates(
                            point, Arrays.copyOf(one.digests, one.count), List.copyOf(one.details)));
                }
            }
            return new Observer.ThreadStates(points);
        }
    }
}
