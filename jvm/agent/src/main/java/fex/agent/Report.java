package fex.agent;

import fex.runtime.Recorder;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What a worker tells fex. */
sealed interface Report {
    /** The version of the protocol; fex accepts no other. */
    int VERSION = 7;

    /** The longest text that is sent, in characters. */
    int LONGEST_TEXT = 4_000;

    /** The first report. */
    record Hello(int version, String java) implements Report {}

    /** The classes will be instrumented; tests run on a framework with this name. */
    record Ready(String framework) implements Report {}

    /** The tests there are. */
    record Discovered(List<Unit> units) implements Report {}

    /**
     * A test has run; in answer to {@link Request.RunAll} also a container, whose tests share what it reached; in answer to
     * {@link Request.Run} also a container that has failed.
     *
     * @param micros its time in microseconds
     * @param work how many method entries and loop turns it took
     * @param cut whether the limit ended it
     * @param reached the methods it entered
     * @param initialising those of them that ran, then or earlier, while a class was initialised that it uses
     */
    record Ran(
            String test,
            Outcome outcome,
            long micros,
            long work,
            boolean cut,
            int[] reached,
            int[] initialising)
            implements Report {}

    /**
     * All tests have run.
     *
     * @param spent whether the worker should not be asked again: a test left something behind that cannot be taken back
     */
    record Done(boolean spent) implements Report {}

    /** A class could not be instrumented and runs as it is. */
    record NotInstrumented(String type, String reason) implements Report {}

    /** A test begins; in answer to {@link Request.RunAll}. */
    record Started(String test) implements Report {}

    /** Something called {@code System.exit}, or the last thread ended. */
    record Exiting() implements Report {}

    /** Memory ran out, and no test took that for a failure of its own. */
    record OutOfMemory() implements Report {}

    /** What was captured since the last of these reports; precedes the {@link Ran} that it belongs to. */
    record Captured(Recorder.Taken taken) implements Report {}

    /** What was asked cannot be done. */
    record Failed(String reason) implements Report {}

    /** What a class offers to everyone; its place in the list is its number. */
    record Offered(List<Callable> callables) implements Report {}

    /**
     * The objects after some calls, the one that was made first.
     *
     * @param thrown the class of what was thrown instead; empty if nothing was
     * @param objects as bytes of the protocol; no object if they are beyond the bound
     */
    record Reached(String thrown, byte[] objects) implements Report {
        private static final byte[] NONE = new byte[Integer.BYTES];

        static Reached nothing(String thrown) {
            return new Reached(thrown, NONE);
        }

        static Reached beyond() {
            return nothing("");
        }
    }

    /** In the order of their numbers in the protocol. */
    enum Kind {
        /** Makes an object. */
        CONSTRUCTOR,
        /** A static method that returns one. */
        FACTORY,
        /** Is called on an object. */
        METHOD,
    }

    /**
     * What can be called.
     *
     * @param name empty for a constructor
     * @param parameters their erased types, as {@link Class#getName} has them
     * @param variables for each parameter the number of the class's type variable that is its type, or -1
     * @param overloaded whether another one has as many parameters and the same name
     * @param checked whether it declares an exception that its caller has to handle
     */
    record Callable(
            Kind kind, String name, List<String> parameters, int[] variables, boolean overloaded, boolean checked) {}

    /**
     * A test that can be asked for.
     *
     * @param id what {@link Request.Run} takes
     * @param container what is prepared once for several tests; those whose container's name starts with this one and a
     *     slash are inside it
     * @param type the binary name of its class
     * @param name its name within the class
     */
    record Unit(String id, String container, String type, String name) {}

    /** The bytes of a frame after its length. */
    default byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            write(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    private void write(DataOutputStream out) throws IOException {
        if (this instanceof Hello hello) {
            out.writeByte(0x81);
            out.writeInt(hello.version());
            string(out, hello.java());
        } else if (this instanceof Ready ready) {
            out.writeByte(0x82);
            string(out, ready.framework());
        } else if (this instanceof Discovered discovered) {
            out.writeByte(0x83);
            out.writeInt(discovered.units().size());
            for (Unit unit : discovered.units()) {
                string(out, unit.id());
                string(out, unit.container());
                string(out, unit.type());
                string(out, unit.name());
            }
        } else if (this instanceof Ran ran) {
            out.writeByte(0x84);
            string(out, ran.test());
            out.writeByte(ran.outcome().kind().ordinal());
            string(out, ran.outcome().thrown());
            string(out, shortened(ran.outcome().message()));
            out.writeLong(ran.micros());
            out.writeLong(ran.work());
            out.writeBoolean(ran.cut());
            numbers(out, ran.reached());
            numbers(out, ran.initialising());
        } else if (this instanceof Done done) {
            out.writeByte(0x85);
            out.writeBoolean(done.spent());
        } else if (this instanceof NotInstrumented not) {
            out.writeByte(0x86);
            string(out, not.type());
            string(out, shortened(not.reason()));
        } else if (this instanceof Exiting) {
            out.writeByte(0x87);
        } else if (this instanceof Started started) {
            out.writeByte(0x8d);
            string(out, started.test());
        } else if (this instanceof OutOfMemory) {
            out.writeByte(0x8c);
        } else if (this instanceof Failed failed) {
            out.writeByte(0x88);
            string(out, shortened(failed.reason()));
        } else if (this instanceof Captured captured) {
            out.writeByte(0x8b);
            taken(out, captured.taken());
        } else if (this instanceof Offered offered) {
            out.writeByte(0x89);
            out.writeInt(offered.callables().size());
            for (Callable callable : offered.callables()) {
                out.writeByte(callable.kind().ordinal());
                string(out, callable.name());
                out.writeInt(callable.parameters().size());
                for (String parameter : callable.parameters()) {
                    string(out, parameter);
                }
                numbers(out, callable.variables());
                out.writeBoolean(callable.overloaded());
                out.writeBoolean(callable.checked());
            }
        } else if (this instanceof Reached reached) {
            out.writeByte(0x8a);
            string(out, reached.thrown());
            out.write(reached.objects());
        }
    }

    private static void taken(DataOutputStream out, Recorder.Taken taken) throws IOException {
        out.writeInt(taken.structures().size());
        for (byte[] structure : taken.structures()) {
            out.write(structure);
        }
        out.writeInt(taken.steps().size());
        for (Recorder.Step step : taken.steps()) {
            string(out, step.method().owner());
            string(out, step.method().name());
            string(out, step.method().descriptor());
            out.writeBoolean(step.threw());
            out.writeInt(step.before());
            out.writeInt(step.after());
            string(out, shortened(step.caller()));
        }
        out.writeLong(taken.captures());
        out.writeInt(taken.beyond().length);
        for (long times : taken.beyond()) {
            out.writeLong(times);
        }
        out.writeLong(taken.disturbed());
        out.writeLong(taken.unread());
        string(out, shortened(taken.problem()));
    }

    private static void numbers(DataOutputStream out, int[] numbers) throws IOException {
        out.writeInt(numbers.length);
        for (int number : numbers) {
            out.writeInt(number);
        }
    }

    private static void string(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
    }
}
