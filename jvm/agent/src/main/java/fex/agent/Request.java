package fex.agent;

import fex.instrument.MethodPlan;
import fex.instrument.Step;
import fex.runtime.Layout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What fex asks of a worker. */
sealed interface Request {
    /**
     * What to do to classes; the first request.
     *
     * @param watched internal names of classes whose loops are counted
     * @param followed internal names of classes whose initialisers are told apart from what tests do
     * @param own the folders and jars whose classes are loaded anew by {@link Renew}
     */
    record Configure(List<MethodPlan> methods, List<String> watched, List<String> followed, List<String> own)
            implements Request {}

    /**
     * Which tests there are in classes with these binary names.
     *
     * @param groups tags or an expression of tags that tests must have; empty for all
     * @param excludedGroups tags that they must not have
     */
    record Discover(List<String> classes, List<String> groups, List<String> excludedGroups) implements Request {}

    /**
     * Run all discovered tests, as the project's own build would.
     *
     * @param leftOut ids of tests that it would not run
     */
    record RunAll(List<String> leftOut) implements Request {}

    /**
     * Run some tests: one alone, or several in the order in which their framework runs them.
     *
     * @param method the method whose body is replaced, or -1
     */
    record Run(List<Asked> tests, int method, int replacement) implements Request {}

    /**
     * A test to run.
     *
     * @param fuel how many method entries and loop turns it may take
     */
    record Asked(String test, long fuel) {}

    /**
     * Which objects to capture; in the place of {@link Configure}.
     *
     * @param above internal names of the classes that the root class extends and that are captured with it
     */
    record Capture(List<String> above, Layout layout) implements Request {}

    /** Load the project's own classes anew from now on, so that no static state is left. */
    record Renew() implements Request {}

    /** Use the classes that were loaded first again, which are warm, with the static state that they had. */
    record Return() implements Request {}

    /**
     * Which class's public methods are to be called, the root's, and what of the objects that come of it is read.
     *
     * @param watched internal names of the classes whose loops are counted
     */
    record Explore(Layout layout, List<String> watched) implements Request {}

    /**
     * Make calls in order, once for each last call, each time on new objects; one answer for each.
     *
     * @param fuel how many loop turns each sequence may take
     */
    record Follow(List<Call> first, List<Call> last, long fuel) implements Request {}

    /** A call of what was offered under this number. */
    record Call(int callable, List<Argument> arguments) {}

    /** An argument of a call. */
    sealed interface Argument {}

    /** No object. */
    record Null() implements Argument {}

    /** A number or, as 0 and 1, a truth value; of the parameter's type. */
    record Int(long value) implements Argument {}

    /** A string. */
    record Text(String value) implements Argument {}

    /** One of the constants. */
    record Listed(int number) implements Argument {}

    /** Reads the body of a frame. */
    static Request decode(byte[] frame) throws IOException {
        Reader in = new Reader(frame);
        Request request =
                switch (in.u8()) {
                    case 0x01 -> new Configure(methods(in), in.strings(), in.strings(), in.strings());
                    case 0x02 -> new Discover(in.strings(), in.strings(), in.strings());
                    case 0x03 -> new RunAll(in.strings());
                    case 0x04 -> new Run(
                            in.list(() -> new Asked(in.string(), in.i64())), in.i32(), in.i32());
                    case 0x05 -> new Renew();
                    case 0x09 -> new Return();
                    case 0x08 -> new Capture(in.strings(), layout(in));
                    case 0x06 -> new Explore(layout(in), in.strings());
                    case 0x07 -> new Follow(in.list(() -> call(in)), in.list(() -> call(in)), in.i64());
                    default -> throw new IOException("unknown request");
                };
        in.end();
        return request;
    }

    private static Call call(Reader in) throws IOException {
        return new Call(in.i32(), in.list(() -> argument(in)));
    }

    private static Argument argument(Reader in) throws IOException {
        return switch (in.u8()) {
            case 0 -> new Null();
            case 1 -> new Int(in.i64());
            case 2 -> new Text(in.string());
            case 3 -> new Listed(in.i32());
            default -> throw new IOException("unknown argument");
        };
    }

    private static List<MethodPlan> methods(Reader in) throws IOException {
        int count = in.count();
        List<MethodPlan> methods = new ArrayList<>(count);
        for (int id = 0; id < count; id++) {
            String owner = in.string();
            String name = in.string();
            String descriptor = in.string();
            int bodies = in.count();
            List<List<Step>> replacements = new ArrayList<>(bodies);
            for (int body = 0; body < bodies; body++) {
                int length = in.count();
                List<Step> steps = new ArrayList<>(length);
                for (int step = 0; step < length; step++) {
                    steps.add(step(in));
                }
                replacements.add(steps);
            }
            methods.add(new MethodPlan(id, owner, name, descriptor, replacements));
        }
        return methods;
    }

    private static Layout layout(Reader in) throws IOException {
        String root = in.string();
        int count = in.count();
        List<Integer> limits = new ArrayList<>(count);
        for (int group = 0; group < count; group++) {
            limits.add(in.i32());
        }
        int width = in.i32();
        count = in.count();
        List<Layout.Type> types = new ArrayList<>(count);
        for (int type = 0; type < count; type++) {
            String name = in.string();
            int group = in.i32();
            int fields = in.count();
            List<Layout.Slot> slots = new ArrayList<>(fields);
            for (int slot = 0; slot < fields; slot++) {
                slots.add(new Layout.Slot(in.string(), container(in), in.i32(), in.i64(), in.i64()));
            }
            types.add(new Layout.Type(name, group, slots));
        }
        count = in.count();
        List<Layout.Constant> constants = new ArrayList<>(count);
        for (int constant = 0; constant < count; constant++) {
            constants.add(new Layout.Constant(in.string(), in.string()));
        }
        return new Layout(root, limits, width, types, constants);
    }

    private static Layout.Container container(Reader in) throws IOException {
        int number = in.u8();
        Layout.Container[] all = Layout.Container.values();
        if (number >= all.length) {
            throw new IOException("unknown container");
        }
        return all[number];
    }

    private static Step step(Reader in) throws IOException {
        return switch (in.u8()) {
            case 0 -> new Step.Null();
            case 1 -> new Step.Constant(in.i32());
            case 2 -> new Step.Constant(in.i64());
            case 3 -> new Step.Constant(Float.intBitsToFloat(in.i32()));
            case 4 -> new Step.Constant(Double.longBitsToDouble(in.i64()));
            case 5 -> new Step.Constant(in.string());
            case 6 -> new Step.Load(in.i32(), in.string());
            case 7 -> new Step.New(in.string());
            case 8 -> new Step.EmptyArray(in.string());
            case 9 -> new Step.Call(in.string(), in.string(), in.string(), in.bool());
            default -> throw new IOException("unknown step");
        };
    }
}
