// Made of the declarations in src/worker/protocol by tests/protocol.rs.
package fex.agent;

import fex.runtime.Event;
import fex.runtime.Inquiry;
import fex.runtime.Met;
import fex.runtime.Observer;
import fex.runtime.Recorder;
import fex.runtime.Shown;
import java.util.List;

/** What a worker reports. */
sealed interface Report {
    /** The version of the protocol. */
    int VERSION = 9;

    /** The longest frame, in bytes. */
    int LONGEST = 67108864;

    /**
     * The first report.
     *
     * @param version Its version of the protocol; fex accepts no other.
     * @param java The version of its Java.
     */
    record Hello(int version, String java) implements Report {}

    /** Classes will be instrumented; tests run on a framework with this name, which is empty if there is none. */
    record Ready(String framework) implements Report {}

    /** The tests there are. */
    record Discovered(List<Unit> units) implements Report {}

    /**
     * A test has ended; where all tests run, also a container, whose tests share what it reached; where some run, also a container that has failed.
     *
     * @param test The id of the test or the name of the container.
     * @param kind How it ended.
     * @param thrown The class of what it threw.
     * @param message What that says; at most 4,000 characters.
     * @param micros Its time in microseconds.
     * @param work How many method entries and loop turns it took.
     * @param cut Whether the limit ended it.
     * @param reached The methods that it entered, in ascending order.
     * @param initialising Those of them that ran, then or earlier, while a class was initialised that it uses.
     */
    record Ran(String test, Outcome.Kind kind, String thrown, String message, long micros, long work, boolean cut, int[] reached, int[] initialising) implements Report {}

    /**
     * All tests have run.
     *
     * @param spent Whether the worker should not be asked again: a test left something behind that cannot be taken back.
     */
    record Done(boolean spent) implements Report {}

    /**
     * A class runs as it is.
     *
     * @param type Its internal name.
     * @param reason Why.
     */
    record NotInstrumented(String type, String reason) implements Report {}

    /** The process is about to end, because something exited. */
    record Exiting() implements Report {}

    /** What was asked cannot be done. */
    record Failed(String reason) implements Report {}

    /** What a class offers to everyone. */
    record Offered(List<Callable> callables) implements Report {}

    /**
     * Where calls lead.
     *
     * @param thrown The class of what was thrown instead; empty if nothing was.
     * @param objects The objects, the one that was made first; none if they are beyond the bound.
     */
    record Reached(String thrown, byte[] objects) implements Report {}

    /** What was captured; precedes the end of the test that it belongs to. */
    record Captured(Recorder.Taken captured) implements Report {}

    /** Memory ran out, and no test took that for a failure of its own; the process is no use any more. */
    record OutOfMemory() implements Report {}

    /**
     * A test begins, where all tests run.
     *
     * @param number Its number among those that have begun, from 1 on: by that, events name it.
     * @param test Its id.
     */
    record Started(int number, String test) implements Report {}

    /** The states that were read in a test; precedes what became of the tests that were asked for. */
    record States(Observer.States states) implements Report {}

    /** What objects were asked for in a test; precedes what became of the tests that were asked for. */
    record Answers(Inquiry.Answers answers) implements Report {}

    /** What a condition of the watched method was about while some tests ran; precedes what became of them. */
    record Condition(Met met) implements Report {}

    /**
     * A test that can be asked for.
     *
     * @param id What a request to run it names.
     * @param container What is prepared once for several tests; those whose container's name starts with this one and a slash are inside it.
     * @param type The binary name of its class.
     * @param name Its name in the class.
     */
    record Unit(String id, String container, String type, String name) {}

    /**
     * What can be called.
     *
     * @param kind Of which kind it is.
     * @param name Its name; empty for a constructor.
     * @param parameters The erased types of its parameters, as {@code Class.getName} has them.
     * @param variables For each parameter the class's type variable that is its type, by number.
     * @param overloaded Whether another one has as many parameters and the same name.
     * @param checked Whether it declares an exception that its caller has to handle.
     */
    record Callable(CallableKind kind, String name, List<String> parameters, int[] variables, boolean overloaded, boolean checked) {}

    /** The kinds of what can be called. */
    enum CallableKind {
        /** Makes an object. */
        CONSTRUCTOR,
        /** A static method that returns one. */
        FACTORY,
        /** Is called on an object. */
        METHOD,
    }

    /** The bytes of a frame after its length. */
    default byte[] encode() {
        Writer out = new Writer();
        if (this instanceof Hello report) {
            out.u8(0x81);
            out.i32(report.version());
            out.string(report.java());
        } else if (this instanceof Ready report) {
            out.u8(0x82);
            out.string(report.framework());
        } else if (this instanceof Discovered report) {
            out.u8(0x83);
            out.list(report.units(), each -> writeUnit(out, each));
        } else if (this instanceof Ran report) {
            out.u8(0x84);
            out.string(report.test());
            writeKind(out, report.kind());
            out.string(report.thrown());
            out.string(report.message());
            out.i64(report.micros());
            out.i64(report.work());
            out.bool(report.cut());
            out.numbers(report.reached());
            out.numbers(report.initialising());
        } else if (this instanceof Done report) {
            out.u8(0x85);
            out.bool(report.spent());
        } else if (this instanceof NotInstrumented report) {
            out.u8(0x86);
            out.string(report.type());
            out.string(report.reason());
        } else if (this instanceof Exiting) {
            out.u8(0x87);
        } else if (this instanceof Failed report) {
            out.u8(0x88);
            out.string(report.reason());
        } else if (this instanceof Offered report) {
            out.u8(0x89);
            out.list(report.callables(), each -> writeCallable(out, each));
        } else if (this instanceof Reached report) {
            out.u8(0x8a);
            out.string(report.thrown());
            out.raw(report.objects());
        } else if (this instanceof Captured report) {
            out.u8(0x8b);
            writeCaptured(out, report.captured());
        } else if (this instanceof OutOfMemory) {
            out.u8(0x8c);
        } else if (this instanceof Started report) {
            out.u8(0x8d);
            out.i32(report.number());
            out.string(report.test());
        } else if (this instanceof States report) {
            out.u8(0x8e);
            writeStates(out, report.states());
        } else if (this instanceof Answers report) {
            out.u8(0x90);
            writeAnswers(out, report.answers());
        } else if (this instanceof Condition report) {
            out.u8(0x91);
            writeMet(out, report.met());
        }
        return out.bytes();
    }

    private static void writeUnit(Writer out, Unit part) {
        out.string(part.id());
        out.string(part.container());
        out.string(part.type());
        out.string(part.name());
    }

    private static void writeKind(Writer out, Outcome.Kind part) {
        out.u8(part.ordinal());
    }

    private static void writeCallable(Writer out, Callable part) {
        writeCallableKind(out, part.kind());
        out.string(part.name());
        out.list(part.parameters(), each -> out.string(each));
        out.numbers(part.variables());
        out.bool(part.overloaded());
        out.bool(part.checked());
    }

    private static void writeCallableKind(Writer out, CallableKind part) {
        out.u8(part.ordinal());
    }

    private static void writeCaptured(Writer out, Recorder.Taken part) {
        out.list(part.structures(), each -> out.raw(each));
        out.list(part.steps(), each -> writeCallStep(out, each));
        out.i64(part.captures());
        out.numbers(part.beyond());
        out.i64(part.disturbed());
        out.i64(part.unread());
        out.string(part.problem());
    }

    private static void writeCallStep(Writer out, Recorder.Step part) {
        writeEvent(out, part.event());
        out.bool(part.threw());
        out.i32(part.before());
        out.i32(part.after());
        out.string(part.caller());
    }

    private static void writeEvent(Writer out, Event part) {
        out.i32(part.test());
        out.i32(part.thread());
        out.string(part.type());
        out.string(part.method());
        out.string(part.descriptor());
        out.i32(part.invocation());
    }

    private static void writeStates(Writer out, Observer.States part) {
        out.string(part.test());
        out.list(part.threads(), each -> writeThreadStates(out, each));
        out.i64(part.unread());
    }

    private static void writeThreadStates(Writer out, Observer.ThreadStates part) {
        out.list(part.points(), each -> writePointStates(out, each));
    }

    private static void writePointStates(Writer out, Observer.PointStates part) {
        writePoint(out, part.point());
        out.numbers(part.digests());
        out.list(part.details(), each -> writeDetail(out, each));
    }

    private static void writePoint(Writer out, Observer.Point part) {
        out.string(part.type());
        out.string(part.method());
        out.string(part.descriptor());
        out.i32(part.line());
        out.i32(part.number());
        out.string(part.what());
    }

    private static void writeDetail(Writer out, Observer.Detail part) {
        out.i32(part.occurrence());
        out.list(part.properties(), each -> writeProperty(out, each));
        out.list(part.stack(), each -> writeFrame(out, each));
    }

    private static void writeProperty(Writer out, Observer.Property part) {
        out.string(part.path());
        out.string(part.value());
    }

    private static void writeFrame(Writer out, Observer.Frame part) {
        out.string(part.type());
        out.string(part.method());
        out.string(part.descriptor());
        out.string(part.source());
        out.i32(part.line());
    }

    private static void writeAnswers(Writer out, Inquiry.Answers part) {
        out.string(part.test());
        out.list(part.places(), each -> writePlaceAnswers(out, each));
        out.numbers(part.changing());
    }

    private static void writePlaceAnswers(Writer out, Inquiry.PlaceAnswers part) {
        out.string(part.type());
        out.string(part.method());
        out.string(part.descriptor());
        out.i32(part.line());
        out.list(part.answers(), each -> writeAnswer(out, each));
    }

    private static void writeAnswer(Writer out, Inquiry.Answer part) {
        out.string(part.root());
        out.numbers(part.chain());
        writeShown(out, part.value());
    }

    private static void writeShown(Writer out, Shown part) {
        writeShownKind(out, part.kind());
        out.string(part.type());
        out.string(part.text());
        out.list(part.parts(), each -> writeShown(out, each));
    }

    private static void writeShownKind(Writer out, Shown.Kind part) {
        out.u8(part.ordinal());
    }

    private static void writeMet(Writer out, Met part) {
        writePoint(out, part.point());
        out.string(part.kind());
        out.i64(part.holds());
        out.i64(part.fails());
        out.list(part.operands(), each -> out.string(each));
    }
}
