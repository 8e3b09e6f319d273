package fex.runtime.taint;

import java.util.ArrayDeque;
import java.util.Deque;

/** What one thread hands on from method to method, beside the values themselves. Instrumented code calls it. */
public final class Flow {
    /** The most arguments that a method may have. */
    private static final int ARGUMENTS = 256;

    final Thread thread;

    /** The call that has begun and that no instrumented method has taken up yet; 0 for none. */
    private int called;

    /** The object whose method it is; {@code null} if it is clear which method will run. */
    private Object receiver;

    /** The marks of its arguments, of which most calls have few. */
    private Marks first;

    private Marks second;
    private Marks third;
    private final Marks[] arguments = new Marks[ARGUMENTS];

    /** The marks of the conditions on which it hangs that the call takes place. */
    private Marks control;

    /** Whether the arguments are those of the method that runs first now. */
    private boolean isDirect;

    /** Whether an instrumented method has returned to where it was called. */
    boolean hasReturned;

    /** The marks of what it has returned, if one has. */
    Marks result;

    /** The code that is not instrumented and runs now; {@code null} for none that is known. */
    Outside current;

    /** The last such call; {@code null} if it has returned, or there has been a plain one since. */
    private Outside last;

    /** The marks of the last call, if it was a plain one or has returned. */
    private Marks lastGiven;

    /** How many assertions are running, one inside the other. */
    int asserting;

    /** The number of the outermost one. */
    private int assertion;

    /** The line of the test's own code that runs. */
    int line;

    /** How many classes are being initialised, one because of the other. */
    int initialising;

    /** What was handed on when their initialisation began, of the innermost one first. */
    private final Deque<Pending> waiting = new ArrayDeque<>();

    private Object thrown;
    private Marks thrownMarks;

    /** What is handed on from method to method, as the variables of a flow say it. */
    private record Pending(
            int called,
            Object receiver,
            Marks first,
            Marks second,
            Marks third,
            Marks[] arguments,
            Marks control,
            boolean hasReturned,
            Marks result) {}

    Flow(Thread thread) {
        this.thread = thread;
    }

    /** A test begins. */
    void reset() {
        called = 0;
        hasReturned = false;
        current = null;
        last = null;
        lastGiven = null;
        control = null;
        asserting = 0;
        initialising = 0;
        waiting.clear();
        thrown = null;
        thrownMarks = null;
    }

    /** A method is about to be called; its arguments come next. */
    public void call(int method, Marks control) {
        called = method;
        receiver = null;
        hasReturned = false;
        this.control = control;
    }

    /** The same, of a method with an argument. */
    public void call(int method, Marks control, Marks first) {
        called = method;
        receiver = null;
        hasReturned = false;
        this.control = control;
        this.first = first;
    }

    /** The same, of a method with two or more arguments. */
    public void call(int method, Marks control, Marks first, Marks second) {
        called = method;
        receiver = null;
        hasReturned = false;
        this.control = control;
        this.first = first;
        this.second = second;
    }

    /** A method may be about to be called, of this object. */
    public void call(int method, Marks control, Object receiver) {
        call(method, control);
        this.receiver = receiver;
    }

    /** The first argument of the call. */
    public void argumentFirst(Marks marks) {
        first = marks;
    }

    /** The second argument of the call. */
    public void argumentSecond(Marks marks) {
        second = marks;
    }

    /** The third argument of the call. */
    public void argumentThird(Marks marks) {
        third = marks;
    }

    /** An argument of the call after these. */
    public void argument(int number, Marks marks) {
        arguments[number] = marks;
    }

    /** The call has returned, of which nothing is known but what it was given. */
    public Marks end() {
        return hasEnded() ? result : null;
    }

    /** The same, of a call with an argument. */
    public Marks end(Marks given) {
        return hasEnded() ? result : given;
    }

    /** The same, of a call with two arguments. */
    public Marks end(Marks one, Marks other) {
        return hasEnded() ? result : Marks.union(one, other);
    }

    /** The same, of a call with more arguments. */
    public Marks end(Marks one, Marks other, Marks more) {
        return hasEnded() ? result : Marks.union(Marks.union(one, other), more);
    }

    private boolean hasEnded() {
        called = 0;
        boolean has = hasReturned;
        hasReturned = false;
        return has;
    }

    /** Code is called that is not instrumented, or may not be. */
    public Outside outside(Marks control) {
        called = 0;
        receiver = null;
        hasReturned = false;
        this.control = control;
        Outside outside = new Outside(this, current, control);
        current = outside;
        last = outside;
        return outside;
    }

    /** It has returned: no object that it was given is kept alive. */
    void ended(Marks all) {
        receiver = null;
        last = null;
        lastGiven = all;
    }

    /** Code of the JDK is called that works on values alone; its result has the marks of what it is given. */
    public Marks plain(Marks given) {
        called = 0;
        hasReturned = false;
        last = null;
        lastGiven = given;
        return given;
    }

    /** The same, of a builder of a text, which has marks for what is in it. */
    public Marks builder(Marks others, Object receiver, Marks reference, int changes) {
        Marks given = Marks.union(others, Marks.union(Marks.followed(reference), Contents.of(receiver)));
        if (changes != 0) {
            Contents.add(receiver, given);
        }
        return plain(given);
    }

    /**
     * An instrumented method begins.
     *
     * @param self its object, where it has one that can be asked
     */
    void enter(int method, Object self) {
        isDirect = called == method ? isOf(self) : isOther();
        called = 0;
    }

    // Like what else runs with each call, these are short enough to be inlined: 35 bytes of code at most.

    private boolean isOf(Object self) {
        return receiver == null || takes(self);
    }

    private boolean takes(Object self) {
        boolean is = receiver == self;
        receiver = null;
        return is;
    }

    private boolean isOther() {
        receiver = null;
        return false;
    }

    /** Whether the method has the arguments that it was called with. */
    public int direct() {
        return isDirect ? 1 : 0;
    }

    /** The marks of the first argument of the method that has begun, which is an object or {@code null}. */
    public Marks takenFirst(Object value) {
        return isDirect ? first : given(value);
    }

    /** Those of the second one. */
    public Marks takenSecond(Object value) {
        return isDirect ? second : given(value);
    }

    /** Those of the third one. */
    public Marks takenThird(Object value) {
        return isDirect ? third : given(value);
    }

    /** Those of one after these. */
    public Marks taken(int number, Object value) {
        return isDirect ? arguments[number] : given(value);
    }

    /** The marks of the first argument of the method that has begun, which is no object. */
    public Marks takenFirst() {
        return isDirect ? first : given();
    }

    /** Those of the second one. */
    public Marks takenSecond() {
        return isDirect ? second : given();
    }

    /** Those of the third one. */
    public Marks takenThird() {
        return isDirect ? third : given();
    }

    /** Those of one after these. */
    public Marks taken(int number) {
        return isDirect ? arguments[number] : given();
    }

    private Marks given() {
        return Marks.live(current == null ? Handover.given(this) : current.given());
    }

    private Marks given(Object value) {
        return current == null ? given() : Marks.live(current.handed(value));
    }

    /** The marks of the conditions on which it hangs that the method has begun. */
    public Marks control() {
        return isDirect ? control : controlAround();
    }

    private Marks controlAround() {
        return Marks.live(current == null ? Handover.given(this) : current.control);
    }

    /** What runs around the method. */
    public Outside around() {
        return current;
    }

    /** How many assertions are running. */
    public int asserting() {
        return asserting;
    }

    /** What a test hands an assertion to run is no part of the assertion. */
    public void suspend() {
        asserting = 0;
    }

    /** The method returns, and has called nothing that leaves other things behind than it has found. */
    public void leave(int direct, Marks marks) {
        if (direct != 0) {
            hasReturned = true;
            result = marks;
        } else {
            returned(marks);
        }
    }

    /** The method returns. */
    public void leave(int direct, Outside around, int asserted, Marks marks) {
        current = around;
        asserting = asserted;
        leave(direct, marks);
    }

    private void returned(Marks marks) {
        if (current != null) {
            current.returned = Marks.union(current.returned, marks);
        } else {
            Handover.returned(this, marks);
        }
    }

    /** A class begins to be initialised, perhaps between the beginning of a call and the method that is called. */
    void initialise() {
        initialising++;
        Marks[] kept = called == 0 ? null : arguments.clone();
        waiting.push(new Pending(called, receiver, first, second, third, kept, control, hasReturned, result));
    }

    /** A class is initialised, and what was handed on before is handed on. */
    public void initialised() {
        initialising = Math.max(0, initialising - 1);
        Pending pending = waiting.poll();
        if (pending == null) {
            return;
        }
        called = pending.called();
        receiver = pending.receiver();
        first = pending.first();
        second = pending.second();
        third = pending.third();
        control = pending.control();
        hasReturned = pending.hasReturned();
        result = pending.result();
        if (pending.arguments() != null) {
            System.arraycopy(pending.arguments(), 0, arguments, 0, ARGUMENTS);
        }
    }

    /** The code of the test goes on in another line. */
    public void line(int line) {
        this.line = line;
    }

    /** An assertion begins. */
    public void asserts(int number) {
        if (asserting == 0) {
            assertion = number;
        }
        asserting++;
    }

    /** It has ended, without failing. */
    public void asserted() {
        asserting = Math.max(0, asserting - 1);
    }

    /** A value is handed to an assertion by the code of a test. */
    public void handed(Marks marks) {
        Taint.hand(marks);
    }

    /** A text is handed to an assertion that says what its failure means. */
    public void message(Marks marks) {
        Taint.handParts(marks);
    }

    /** Values with these marks are compared; returns the marks on which it hangs what happens then. */
    public Marks compared(Marks all) {
        if (asserting > 0 && all != null) {
            Taint.check(assertion, line, all);
        }
        return all;
    }

    /** Values are compared, and depending on that the program throws something or goes on. */
    public Marks guarded(Marks all, Marks control) {
        compared(all);
        Taint.guard(Marks.union(all, control));
        return all;
    }

    /** Values are compared, and the program fails if they are not as they should be. */
    public Marks required(Marks all, Marks control, int assertion) {
        Taint.check(asserting > 0 ? this.assertion : assertion, line, Marks.union(all, control));
        return all;
    }

    /** Something is thrown. An assertion that only fails looks at that on which it hangs that it is reached: an exception that a test has caught. */
    public void throwing(Object thrown, Marks marks, Marks control) {
        this.thrown = thrown;
        thrownMarks = Marks.union(marks, control);
        if (asserting > 0 && thrown instanceof AssertionError) {
            Taint.check(assertion, line, thrownMarks);
        }
    }

    /** Something was thrown, and is caught; returns its marks. */
    public Marks caught(Object caught, Outside around, int asserted) {
        current = around;
        asserting = asserted;
        called = 0;
        hasReturned = false;
        if (caught == thrown) {
            return Marks.live(thrownMarks);
        }
        return Marks.live(last == null ? lastGiven : Marks.union(last.given(), last.returned));
    }

    /** It is what the test expects. */
    public void expected(Marks marks, int assertion) {
        Taint.check(assertion, line, marks);
    }
}
