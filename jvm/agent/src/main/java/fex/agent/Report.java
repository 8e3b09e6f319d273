// Made of the declarations in src/worker/protocol by tests/protocol.rs.
package fex.agent;

import fex.runtime.BranchProbe;
import fex.runtime.Environment;
import fex.runtime.Event;
import fex.runtime.Inquiry;
import fex.runtime.Met;
import fex.runtime.Observer;
import fex.runtime.Recorder;
import fex.runtime.Shown;
import fex.runtime.Statics;
import fex.runtime.Unheld;
import fex.runtime.taint.Trail;
import java.util.List;

/** What a worker reports. */
sealed interface Report {
    /** The version of the protocol. */
    int VERSION = 21;

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

    /**
     * What came of a sequence.
     *
     * @param ended How many statements ended as they should.
     * @param thrown The class of what the next one threw; empty if nothing was thrown.
     * @param message What that says, if the program itself has put it into words; else empty.
     * @param cut Whether the limit ended it, or that there is no room for what it asked for.
     * @param outside What it was kept from doing outside of the JVM, in words that follow "would"; empty if nothing.
     * @param allocated How many bytes its thread allocated meanwhile, 0 if the JVM does not tell.
     * @param reached The methods that were entered, in ascending order.
     * @param met The sites of mutants that ran, in ascending order.
     * @param digests In the end, the digest of the state of each value, 0 for what has none; none where structures are read.
     * @param value The value of the subject.
     * @param objects The structure of the subject, the object itself first; none if it is beyond the bound, or nothing was asked of it.
     * @param files What is in the folder in the end, in the order of the names; nothing if no statement names the folder.
     * @param trace Where the exception comes from, if the JVM or the JDK has thrown it, or an assertion; else nothing.
     */
    record Performed(int ended, String thrown, String message, boolean cut, String outside, long allocated, int[] reached, int[] met, long[] digests, Plain value, byte[] objects, List<WrittenFile> files, Trace trace) implements Report {}

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

    /** What was read of what surrounds the tests since the last report of this kind; precedes the end of the test that it belongs to. */
    record Readings(List<Environment.Reading> readings) implements Report {}

    /** What was asked for is in these places. */
    record StaticPlaces(List<Statics.Place> places) implements Report {}

    /** Which branches were taken since the last report of this kind; precedes the end of the test or the sequence that it belongs to. */
    record Taken(BranchProbe.Taken taken) implements Report {}

    /** What was used of the machine though what surrounds the tests is not that of the machine, since the last report of this kind; precedes the end of the test that it belongs to. */
    record Uses(List<Unheld.Use> uses) implements Report {}

    /**
     * What became of the marks in a test; precedes the end of the test that it belongs to.
     *
     * @param test Its id.
     * @param inputs What it was given.
     * @param assertions The assertions that have looked at inputs which it does not control.
     * @param ways The ways of the inputs that were followed in it.
     */
    record Tainted(String test, List<TaintedInput> inputs, List<Checking> assertions, List<Trail.Way> ways) implements Report {}

    /**
     * A test that can be asked for.
     *
     * @param id What a request to run it names.
     * @param container What is prepared once for several tests; those whose container's name starts with this one and a slash are inside it.
     * @param type The binary name of its class.
     * @param name Its name in the class.
     */
    record Unit(String id, String container, String type, String name) {}

    /** A value, as far as source can write it. */
    sealed interface Plain {
        /** There is none: nothing is returned, or something was thrown. */
        record Nothing() implements Plain {}

        /** {@code null}. */
        record Null() implements Plain {}

        /**
         * A primitive value or its box.
         *
         * @param ty The letter of its type in descriptors.
         * @param bits A truth value as 0 or 1; of a floating-point number the bits.
         */
        record Number(String ty, long bits) implements Plain {}

        /** A string. */
        record Text(String value) implements Plain {}

        /**
         * A constant of an enum.
         *
         * @param type The binary name of the enum.
         * @param name The name of the constant.
         */
        record Constant(String type, String name) implements Plain {}

        /**
         * A class.
         *
         * @param ty Its descriptor.
         */
        record ClassLiteral(String ty) implements Plain {}

        /**
         * An array.
         *
         * @param element The descriptor of its elements.
         * @param parts The elements.
         */
        record Array(String element, List<Plain> parts) implements Plain {}

        /** A list of the JRE. */
        record ListOf(List<Plain> parts) implements Plain {}

        /** The object that is the value of another statement. */
        record Same(int number) implements Plain {}

        /**
         * An object of which nothing of this can be said.
         *
         * @param type The binary name of its class.
         */
        record Other(String type) implements Plain {}
    }

    /**
     * A file or a folder that a sequence has written.
     *
     * @param name Its path from the folder, with {@code /} between names; that of a folder ends with one.
     * @param size Its length in bytes, 0 for a folder.
     * @param lines Its lines; none if it is no text in UTF-8, or a long one.
     */
    record WrittenFile(String name, long size, List<String> lines) {}

    /**
     * Where an exception comes from.
     *
     * @param kinds Its class and those above, the nearest first.
     * @param says What it says, whoever has put it into words.
     * @param frames What was running, the innermost method first, without what performs sequences; not more than a screen of it.
     */
    record Trace(List<String> kinds, String says, List<StackFrame> frames) {}

    /**
     * A method that was running.
     *
     * @param type The binary name of its class.
     * @param method Its name.
     * @param line Its line; 0 if it is not known.
     */
    record StackFrame(String type, String method, int line) {}

    /**
     * An input of a test.
     *
     * @param key What tells it from all others.
     * @param kind {@code constant}, {@code fixture}, {@code argument}, {@code result}, {@code static}, {@code field} or {@code environment}; {@code state} for what the program keeps.
     * @param type The internal name of the class whose code or field it is.
     * @param method The method; empty for a field.
     * @param descriptor Its descriptor.
     * @param line The line; 0 if it is not known.
     * @param name The name of the field, of the method that returns it, or of the call that reads the environment; empty for a constant.
     * @param of The descriptor of its type.
     * @param value Its value when the test met it first, in words; empty for state.
     * @param isMet Whether the test has met it, and not only an assertion what is left of it from before; of state, whether the test has set it.
     * @param isChecked Whether an assertion has looked at it, or at something that depends on it.
     * @param isGuarded Whether it hangs on it, or on something that depends on it, whether the program throws something.
     * @param isHanded Whether the test handed it to an assertion as it is.
     * @param instead What a change has put in its place, in words; empty for nothing.
     */
    record TaintedInput(String key, String kind, String type, String method, String descriptor, int line, String name, String of, String value, boolean isMet, boolean isChecked, boolean isGuarded, boolean isHanded, String instead) {}

    /**
     * An assertion that has looked at inputs which its test does not control.
     *
     * @param type The internal name of the class that calls it.
     * @param method The method that does.
     * @param descriptor Its descriptor.
     * @param line The line of the call; 0 if it is not known.
     * @param name What is called: {@code assertEquals}.
     * @param testLine The line of the test from which that comes; 0 if it is not known.
     * @param inputs The numbers of the inputs in the list of the test's inputs, from 0 on.
     */
    record Checking(String type, String method, String descriptor, int line, String name, int testLine, int[] inputs) {}

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
        } else if (this instanceof Performed report) {
            out.u8(0x89);
            out.i32(report.ended());
            out.string(report.thrown());
            out.string(report.message());
            out.bool(report.cut());
            out.string(report.outside());
            out.i64(report.allocated());
            out.numbers(report.reached());
            out.numbers(report.met());
            out.numbers(report.digests());
            writePlain(out, report.value());
            out.raw(report.objects());
            out.list(report.files(), each -> writeWrittenFile(out, each));
            writeTrace(out, report.trace());
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
        } else if (this instanceof Readings report) {
            out.u8(0x92);
            out.list(report.readings(), each -> writeReading(out, each));
        } else if (this instanceof StaticPlaces report) {
            out.u8(0x93);
            out.list(report.places(), each -> writeStaticPlace(out, each));
        } else if (this instanceof Taken report) {
            out.u8(0x94);
            writeTaken(out, report.taken());
        } else if (this instanceof Uses report) {
            out.u8(0x95);
            out.list(report.uses(), each -> writeUse(out, each));
        } else if (this instanceof Tainted report) {
            out.u8(0x96);
            out.string(report.test());
            out.list(report.inputs(), each -> writeTaintedInput(out, each));
            out.list(report.assertions(), each -> writeChecking(out, each));
            out.list(report.ways(), each -> writeTaintWay(out, each));
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

    private static void writePlain(Writer out, Plain part) {
        if (part instanceof Plain.Nothing) {
            out.u8(0);
        } else if (part instanceof Plain.Null) {
            out.u8(1);
        } else if (part instanceof Plain.Number one) {
            out.u8(2);
            out.string(one.ty());
            out.i64(one.bits());
        } else if (part instanceof Plain.Text one) {
            out.u8(3);
            out.string(one.value());
        } else if (part instanceof Plain.Constant one) {
            out.u8(4);
            out.string(one.type());
            out.string(one.name());
        } else if (part instanceof Plain.ClassLiteral one) {
            out.u8(5);
            out.string(one.ty());
        } else if (part instanceof Plain.Array one) {
            out.u8(6);
            out.string(one.element());
            out.list(one.parts(), each -> writePlain(out, each));
        } else if (part instanceof Plain.ListOf one) {
            out.u8(7);
            out.list(one.parts(), each -> writePlain(out, each));
        } else if (part instanceof Plain.Same one) {
            out.u8(8);
            out.i32(one.number());
        } else if (part instanceof Plain.Other one) {
            out.u8(9);
            out.string(one.type());
        }
    }

    private static void writeWrittenFile(Writer out, WrittenFile part) {
        out.string(part.name());
        out.i64(part.size());
        out.list(part.lines(), each -> out.string(each));
    }

    private static void writeTrace(Writer out, Trace part) {
        out.list(part.kinds(), each -> out.string(each));
        out.string(part.says());
        out.list(part.frames(), each -> writeStackFrame(out, each));
    }

    private static void writeStackFrame(Writer out, StackFrame part) {
        out.string(part.type());
        out.string(part.method());
        out.i32(part.line());
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

    private static void writeReading(Writer out, Environment.Reading part) {
        out.string(part.factor());
        out.string(part.asked());
        writeFrame(out, part.by());
    }

    private static void writeStaticPlace(Writer out, Statics.Place part) {
        out.string(part.type());
        out.string(part.name());
        out.i64(part.digest());
        out.list(part.properties(), each -> writeProperty(out, each));
    }

    private static void writeTaken(Writer out, BranchProbe.Taken part) {
        out.numbers(part.branches());
        out.numbers(part.sites());
        out.list(part.led(), each -> writeLed(out, each));
        out.list(part.covered(), each -> writeCovered(out, each));
        out.list(part.missed(), each -> writeMissed(out, each));
        out.list(part.missedInside(), each -> writeMissedInside(out, each));
        out.list(part.properties(), each -> out.string(each));
        out.list(part.variables(), each -> out.string(each));
        out.list(part.texts(), each -> out.string(each));
    }

    private static void writeLed(Writer out, BranchProbe.Led part) {
        out.i32(part.coupling());
        out.i32(part.branch());
    }

    private static void writeCovered(Writer out, BranchProbe.Covered part) {
        out.i32(part.coupling());
        out.i32(part.leading());
        out.i32(part.reached());
    }

    private static void writeMissed(Writer out, BranchProbe.Missed part) {
        out.i32(part.branch());
        out.i32(part.distance());
    }

    private static void writeMissedInside(Writer out, BranchProbe.MissedInside part) {
        out.i32(part.coupling());
        out.i32(part.branch());
        out.i32(part.distance());
    }

    private static void writeUse(Writer out, Unheld.Use part) {
        out.string(part.what());
        out.list(part.stack(), each -> writeFrame(out, each));
    }

    private static void writeTaintedInput(Writer out, TaintedInput part) {
        out.string(part.key());
        out.string(part.kind());
        out.string(part.type());
        out.string(part.method());
        out.string(part.descriptor());
        out.i32(part.line());
        out.string(part.name());
        out.string(part.of());
        out.string(part.value());
        out.bool(part.isMet());
        out.bool(part.isChecked());
        out.bool(part.isGuarded());
        out.bool(part.isHanded());
        out.string(part.instead());
    }

    private static void writeChecking(Writer out, Checking part) {
        out.string(part.type());
        out.string(part.method());
        out.string(part.descriptor());
        out.i32(part.line());
        out.string(part.name());
        out.i32(part.testLine());
        out.numbers(part.inputs());
    }

    private static void writeTaintWay(Writer out, Trail.Way part) {
        out.string(part.key());
        out.bool(part.isChecked());
        out.list(part.steps(), each -> writeTaintStep(out, each));
        out.list(part.others(), each -> writeTaintStep(out, each));
    }

    private static void writeTaintStep(Writer out, Trail.Taken part) {
        writeTaintPlace(out, part.place());
        out.string(part.value());
    }

    private static void writeTaintPlace(Writer out, Trail.Place part) {
        out.string(part.kind());
        out.string(part.type());
        out.string(part.method());
        out.string(part.descriptor());
        out.i32(part.line());
        out.string(part.name());
    }
}
