// Made of the declarations in src/worker/protocol by tests/protocol.rs.
package fex.agent;

import fex.instrument.MethodPlan;
import fex.instrument.MutationSite;
import fex.instrument.Mutator;
import fex.instrument.Step;
import fex.runtime.BranchProbe;
import fex.runtime.Inquiry;
import fex.runtime.Layout;
import fex.runtime.Observer;
import java.io.IOException;
import java.util.List;

/** What fex asks. */
sealed interface Request {
    /**
     * What to do to classes, and what to tell of; the first request. The answer says that the worker is ready. It may come again later: then it is about classes that are loaded anew after it.
     *
     * @param own The folders and jars of the project, whose classes are loaded anew where that is asked for.
     * @param features What the worker does beside running tests.
     */
    record Configure(List<String> own, List<Feature> features) implements Request {}

    /**
     * Which tests there are; answered by those that were discovered.
     *
     * @param classes The binary names of their classes.
     * @param groups Tags that they must have; none for all tests.
     * @param excludedGroups Tags that they must not have.
     */
    record Discover(List<String> classes, List<String> groups, List<String> excludedGroups) implements Request {}

    /**
     * Run all tests that were discovered, as the project's own build would; it is told when each of them starts, and what became of it and of what is around it.
     *
     * @param leftOut The ids of those that are left out.
     */
    record RunAll(List<String> leftOut) implements Request {}

    /**
     * Run some tests: one alone, or several in the order in which their framework runs them. After the last one it is told what became of each, and of what is around them where that failed.
     *
     * @param tests The tests.
     * @param method The method whose body is replaced.
     * @param replacement The number of the replacement.
     */
    record Run(List<Asked> tests, int method, int replacement) implements Request {}

    /** Load the project's own classes anew from now on, so that no static state is left; there is no answer. */
    record Renew() implements Request {}

    /** Use the classes again that were loaded first, with the static state that they had; there is no answer. */
    record Return() implements Request {}

    /**
     * Perform sequences, by a worker that has the feature; there is an answer for each.
     *
     * @param sequences The sequences.
     * @param method The method whose body is replaced.
     * @param replacement The number of the replacement.
     * @param fuel How many method entries and loop turns each sequence may take.
     */
    record Perform(List<Sequence> sequences, int method, int replacement, long fuel) implements Request {}

    /**
     * Read states from now on, by a worker that observes; there is no answer, but they are told of before what became of the tests that run next.
     *
     * @param method The method whose invocations are watched; none for the expressions of tests.
     * @param wanted Those that are wanted in words; where there are some, others are only counted.
     */
    record Watch(int method, List<Observer.Wanted> wanted) implements Request {}

    /**
     * What is in static fields of the project's classes, and in what all of the JVM shares.
     *
     * @param classes The binary names of the classes, which are initialised; none for all that are loaded.
     */
    record Statics(List<String> classes) implements Request {}

    /**
     * Ask what the code of tests holds from now on, by a worker that observes, and read no states; there is no answer, but what the objects say is told before what became of the tests that run next.
     *
     * @param members What each object is asked for that has it, and what that returns, once more.
     * @param fuel How many method entries and loop turns each call may take.
     */
    record Inquire(List<Inquiry.Member> members, long fuel) implements Request {}

    /**
     * Change these inputs of tests from now on, and no others, by a worker that gives them marks; there is no answer.
     *
     * @param inputs The inputs.
     */
    record Change(List<InputChange> inputs) implements Request {}

    /**
     * Follow one input of each of some tests from now on, and no others, and change none, by a worker whose code tells which way marks take; there is no answer, but the ways are told with what became of the marks.
     *
     * @param inputs The inputs.
     */
    record Follow(List<FollowedInput> inputs) implements Request {}

    /** A feature: an instrumentation pass, a part of the runtime, and a section of the reports. */
    sealed interface Feature {
        /**
         * Methods can be replaced, and are told of where they are entered; loops are counted.
         *
         * @param methods The methods, which are numbered from 0 in this order.
         * @param watched Internal names of further classes whose loops are counted.
         * @param followed Internal names of classes whose initialisers are told apart from what tests do.
         */
        record Guard(List<MethodPlan> methods, List<String> watched, List<String> followed) implements Feature {}

        /**
         * Objects of a class are captured where calls of it begin and end.
         *
         * @param above Internal names of the classes that the root class extends, whose public methods are its own, too.
         * @param objects What is read.
         */
        record Capture(List<String> above, Layout objects) implements Feature {}

        /**
         * Sequences of statements are performed.
         *
         * @param watched Internal names of the classes whose loops are counted.
         * @param objects What is read of the structures that subjects are, instead of the states of values; at most one.
         * @param depth How many references are followed one after the other for the digest of a state.
         * @param limit How many objects are read for it.
         * @param elements How many elements of a collection or an array are read.
         * @param folder The only folder that sequences may change files in, which is emptied before each; empty for none.
         * @param isHeld Whether each sequence finds the environment that tests with {@code fex-junit} do, where the class path has that.
         */
        record Sequences(List<String> watched, List<Layout> objects, int depth, int limit, int elements, String folder, boolean isHeld) implements Feature {}

        /**
         * States are read where invocations of a method end, or where the code of tests has computed a value.
         *
         * @param methods The methods of which one can be watched at a time, which are numbered from 0 in this order.
         * @param tests Internal names of the classes of tests.
         * @param shallow Whether of a value its fields are read, and of these whether they are {@code null}, their value, their length or their size, and nothing else.
         * @param depth How many references are followed one after the other.
         * @param objects How many objects are read for one state.
         * @param elements How many elements of a collection or an array are read.
         * @param conditions Whether it is told what the conditions of the watched method are about.
         */
        record Observe(List<Observer.Point> methods, List<String> tests, boolean shallow, int depth, int objects, int elements, boolean conditions) implements Feature {}

        /**
         * What surrounds tests is other than it is, or it is told what they read of it.
         *
         * @param ahead By how many milliseconds clocks are ahead of those of the machine; less than 0 if they are behind.
         * @param speed How many times as fast as these they run, from then on; at least 1.
         * @param reversed Whether what reflection and folders list, which has no order, comes in the reverse of the usual one.
         * @param tells Whether it is told what tests read of what surrounds them.
         * @param isHeld Whether nothing of what surrounds tests is that of the machine: clocks begin at the same instant in each test, and go on as they are read and as threads sleep, which then takes no time; files, processes and the network are the test's own.
         * @param instant That instant, in milliseconds since 1970.
         * @param seed What random numbers begin with in each test; none if they are those of the machine.
         * @param variables The environment variables that there are beside the usual ones, where nothing is that of the machine.
         */
        record Environment(long ahead, int speed, boolean reversed, boolean tells, boolean isHeld, long instant, int seed, List<Variable> variables) implements Feature {}

        /**
         * It is told which branches are taken, and which of them during calls that others lead to.
         *
         * @param methods The methods, which are numbered from 0 in this order.
         * @param couplings What is coupled by calls, which is numbered from 0 in this order.
         * @param distances Whether it is told how far branches that were not taken were from being taken.
         */
        record Branches(List<BranchProbe.Method> methods, List<BranchProbe.Coupling> couplings, boolean distances) implements Feature {}

        /**
         * Inputs of tests get taint marks, and it is told which of them assertions look at.
         *
         * @param tests Internal names of the classes of tests.
         * @param state Those of the classes whose fields are state that tests may compare.
         * @param tells Whether code tells which way marks take, which takes time.
         */
        record Taint(List<String> tests, List<String> state, boolean tells) implements Feature {}
    }

    /**
     * An environment variable.
     *
     * @param name Its name.
     * @param value What it says.
     */
    record Variable(String name, String value) {}

    /**
     * A test to run.
     *
     * @param test Its id.
     * @param fuel How many method entries and loop turns it may take.
     */
    record Asked(String test, long fuel) {}

    /**
     * What a test does, as data.
     *
     * @param statements The statements; the value of each is named by its place.
     * @param subject The statement whose value is looked at.
     */
    record Sequence(List<Statement> statements, int subject) {}

    /** A statement, which uses values of earlier ones. */
    sealed interface Statement {
        /** {@code null}. */
        record Null() implements Statement {}

        /**
         * A primitive value.
         *
         * @param ty The letter of its type in descriptors.
         * @param bits A truth value as 0 or 1; of a floating-point number the bits.
         */
        record Number(String ty, long bits) implements Statement {}

        /** A string. */
        record Text(String value) implements Statement {}

        /**
         * A class.
         *
         * @param ty Its descriptor.
         */
        record ClassLiteral(String ty) implements Statement {}

        /**
         * Reads a static field, which may be a constant of an enum.
         *
         * @param owner The internal name of its class.
         * @param name Its name.
         * @param ty Its descriptor.
         */
        record Static(String owner, String name, String ty) implements Statement {}

        /**
         * Reads a field.
         *
         * @param of The value of which object.
         * @param owner The internal name of its class.
         * @param name Its name.
         * @param ty Its descriptor.
         */
        record Field(int of, String owner, String name, String ty) implements Statement {}

        /**
         * Makes an object.
         *
         * @param owner The internal name of its class.
         * @param descriptor The descriptor of the constructor.
         * @param arguments What it is given.
         */
        record New(String owner, String descriptor, List<Integer> arguments) implements Statement {}

        /**
         * Calls a static method.
         *
         * @param owner The internal name of its class.
         * @param name Its name.
         * @param descriptor Its descriptor.
         * @param arguments What it is given.
         */
        record CallStatic(String owner, String name, String descriptor, List<Integer> arguments) implements Statement {}

        /**
         * Calls a method.
         *
         * @param on On which object.
         * @param owner The internal name of the class in which it is looked for.
         * @param name Its name.
         * @param descriptor Its descriptor.
         * @param arguments What it is given.
         */
        record Call(int on, String owner, String name, String descriptor, List<Integer> arguments) implements Statement {}

        /**
         * Makes an array.
         *
         * @param element The descriptor of its elements.
         * @param elements Its elements.
         */
        record Array(String element, List<Integer> elements) implements Statement {}

        /**
         * Makes an object of an interface or of an abstract class, as a test does that has no other one: a stub.
         *
         * @param owner The internal name of the interface or class.
         * @param constructor The descriptor of the constructor of a class; empty for an interface.
         * @param arguments What the constructor is given.
         * @param answers What each of its abstract methods does.
         */
        record Stub(String owner, String constructor, List<Integer> arguments, List<StubMethod> answers) implements Statement {}

        /** One of the objects that are told apart by identity. */
        record Known(int number) implements Statement {}

        /** The path of an empty folder that is gone after the test. */
        record Folder() implements Statement {}
    }

    /**
     * What a method of a stub does.
     *
     * @param name Its name; empty for whatever method is the only abstract one.
     * @param descriptor Its descriptor; empty with the name.
     * @param act What it does.
     */
    record StubMethod(String name, String descriptor, Act act) {}

    /** What is done by a method of a stub. */
    sealed interface Act {
        /** Nothing, and nothing is returned. */
        record Nothing() implements Act {}

        /** A value is returned: with each call the next one, and after the last one the first one again. */
        record Return(List<Integer> values) implements Act {}

        /** What is an exception is thrown. */
        record Throw(int value) implements Act {}

        /** An argument is returned. */
        record Echo(int parameter) implements Act {}

        /**
         * What is computed of an argument, or of the first element of an array, and of a value is returned.
         *
         * @param parameter Which argument.
         * @param operator How.
         * @param value Of what else.
         */
        record Compute(int parameter, Operator operator, int value) implements Act {}
    }

    /** How a method of a stub computes something of an argument and a value. */
    enum Operator {
        /** Their difference. */
        MINUS,
        /** Their product. */
        TIMES,
        /** The square of their difference. */
        SQUARE,
        /** Whether the argument is less. */
        LESS,
        /** Whether they are the same. */
        EQUAL,
    }

    /**
     * A change of an input.
     *
     * @param key What tells it from all others.
     * @param number Which of the other values that it could have it gets: from 0 on neighbours and values that are farther away, from 16 on those that programs treat in a way of their own, such as {@code null}.
     */
    record InputChange(String key, int number) {}

    /**
     * An input of a test that is followed.
     *
     * @param test The id of the test.
     * @param key What tells the input from all others.
     */
    record FollowedInput(String test, String key) {}

    /** Reads the body of a frame. */
    static Request decode(byte[] frame) throws IOException {
        Reader in = new Reader(frame);
        Request request =
                switch (in.u8()) {
                    case 0x01 -> new Configure(in.list(() -> in.string()), in.list(() -> readFeature(in)));
                    case 0x02 -> new Discover(in.list(() -> in.string()), in.list(() -> in.string()), in.list(() -> in.string()));
                    case 0x03 -> new RunAll(in.list(() -> in.string()));
                    case 0x04 -> new Run(in.list(() -> readAsked(in)), in.i32(), in.i32());
                    case 0x05 -> new Renew();
                    case 0x09 -> new Return();
                    case 0x07 -> new Perform(in.list(() -> readSequence(in)), in.i32(), in.i32(), in.i64());
                    case 0x0a -> new Watch(in.i32(), in.list(() -> readWanted(in)));
                    case 0x0d -> new Statics(in.list(() -> in.string()));
                    case 0x0c -> new Inquire(in.list(() -> readMember(in)), in.i64());
                    case 0x0e -> new Change(in.list(() -> readInputChange(in)));
                    case 0x0f -> new Follow(in.list(() -> readFollowedInput(in)));
                    default -> throw new IOException("unknown request");
                };
        in.end();
        return request;
    }

    private static Feature readFeature(Reader in) throws IOException {
        return switch (in.u8()) {
            case 0 -> new Feature.Guard(in.list(() -> readMethodPlan(in)), in.list(() -> in.string()), in.list(() -> in.string()));
            case 1 -> new Feature.Capture(in.list(() -> in.string()), readObjects(in));
            case 2 -> new Feature.Sequences(in.list(() -> in.string()), in.list(() -> readObjects(in)), in.i32(), in.i32(), in.i32(), in.string(), in.bool());
            case 3 -> new Feature.Observe(in.list(() -> readPoint(in)), in.list(() -> in.string()), in.bool(), in.i32(), in.i32(), in.i32(), in.bool());
            case 4 -> new Feature.Environment(in.i64(), in.i32(), in.bool(), in.bool(), in.bool(), in.i64(), in.i32(), in.list(() -> readVariable(in)));
            case 5 -> new Feature.Branches(in.list(() -> readBranchedMethod(in)), in.list(() -> readCoupling(in)), in.bool());
            case 6 -> new Feature.Taint(in.list(() -> in.string()), in.list(() -> in.string()), in.bool());
            default -> throw new IOException("unknown Feature");
        };
    }

    private static MethodPlan readMethodPlan(Reader in) throws IOException {
        return new MethodPlan(in.string(), in.string(), in.string(), in.list(() -> in.list(() -> readStep(in))), in.list(() -> readMutationSite(in)));
    }

    private static Step readStep(Reader in) throws IOException {
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
            default -> throw new IOException("unknown Step");
        };
    }

    private static MutationSite readMutationSite(Reader in) throws IOException {
        return new MutationSite(in.i32(), in.list(() -> readMutator(in)));
    }

    private static Mutator readMutator(Reader in) throws IOException {
        return switch (in.u8()) {
            case 0 -> Mutator.ALWAYS;
            case 1 -> Mutator.NEVER;
            case 2 -> Mutator.BOUNDARY;
            case 3 -> Mutator.OPPOSITE;
            case 4 -> Mutator.FIRST;
            case 5 -> Mutator.SECOND;
            case 6 -> Mutator.INCREMENTED;
            case 7 -> Mutator.NEGATED;
            case 8 -> Mutator.ZERO;
            case 9 -> Mutator.ONE;
            case 10 -> Mutator.REMOVED;
            default -> throw new IOException("unknown Mutator");
        };
    }

    private static Layout readObjects(Reader in) throws IOException {
        return new Layout(in.string(), in.list(() -> in.i32()), in.i32(), in.list(() -> readType(in)), in.list(() -> readConstant(in)));
    }

    private static Layout.Type readType(Reader in) throws IOException {
        return new Layout.Type(in.string(), in.i32(), in.list(() -> readSlot(in)));
    }

    private static Layout.Slot readSlot(Reader in) throws IOException {
        return new Layout.Slot(in.string(), readContainer(in), in.i32(), in.i64(), in.i64());
    }

    private static Layout.Container readContainer(Reader in) throws IOException {
        return switch (in.u8()) {
            case 0 -> Layout.Container.NONE;
            case 1 -> Layout.Container.ELEMENTS;
            case 2 -> Layout.Container.PLACES;
            case 3 -> Layout.Container.ENTRIES;
            default -> throw new IOException("unknown Container");
        };
    }

    private static Layout.Constant readConstant(Reader in) throws IOException {
        return new Layout.Constant(in.string(), in.string());
    }

    private static Observer.Point readPoint(Reader in) throws IOException {
        return new Observer.Point(in.string(), in.string(), in.string(), in.i32(), in.i32(), in.string());
    }

    private static Variable readVariable(Reader in) throws IOException {
        return new Variable(in.string(), in.string());
    }

    private static BranchProbe.Method readBranchedMethod(Reader in) throws IOException {
        return new BranchProbe.Method(in.string(), in.string(), in.string(), in.list(() -> readDecision(in)), in.list(() -> readCallSite(in)));
    }

    private static BranchProbe.Decision readDecision(Reader in) throws IOException {
        return new BranchProbe.Decision(in.list(() -> in.i32()), in.list(() -> in.i32()));
    }

    private static BranchProbe.CallSite readCallSite(Reader in) throws IOException {
        return new BranchProbe.CallSite(in.i32(), in.i32());
    }

    private static BranchProbe.Coupling readCoupling(Reader in) throws IOException {
        return new BranchProbe.Coupling(in.i32(), in.i32(), in.bool(), in.list(() -> in.i32()), in.list(() -> in.i32()));
    }

    private static Asked readAsked(Reader in) throws IOException {
        return new Asked(in.string(), in.i64());
    }

    private static Sequence readSequence(Reader in) throws IOException {
        return new Sequence(in.list(() -> readStatement(in)), in.i32());
    }

    private static Statement readStatement(Reader in) throws IOException {
        return switch (in.u8()) {
            case 0 -> new Statement.Null();
            case 1 -> new Statement.Number(in.string(), in.i64());
            case 2 -> new Statement.Text(in.string());
            case 3 -> new Statement.ClassLiteral(in.string());
            case 4 -> new Statement.Static(in.string(), in.string(), in.string());
            case 5 -> new Statement.Field(in.i32(), in.string(), in.string(), in.string());
            case 6 -> new Statement.New(in.string(), in.string(), in.list(() -> in.i32()));
            case 7 -> new Statement.CallStatic(in.string(), in.string(), in.string(), in.list(() -> in.i32()));
            case 8 -> new Statement.Call(in.i32(), in.string(), in.string(), in.string(), in.list(() -> in.i32()));
            case 9 -> new Statement.Array(in.string(), in.list(() -> in.i32()));
            case 10 -> new Statement.Stub(in.string(), in.string(), in.list(() -> in.i32()), in.list(() -> readStubMethod(in)));
            case 11 -> new Statement.Known(in.i32());
            case 12 -> new Statement.Folder();
            default -> throw new IOException("unknown Statement");
        };
    }

    private static StubMethod readStubMethod(Reader in) throws IOException {
        return new StubMethod(in.string(), in.string(), readAct(in));
    }

    private static Act readAct(Reader in) throws IOException {
        return switch (in.u8()) {
            case 0 -> new Act.Nothing();
            case 1 -> new Act.Return(in.list(() -> in.i32()));
            case 2 -> new Act.Throw(in.i32());
            case 3 -> new Act.Echo(in.i32());
            case 4 -> new Act.Compute(in.i32(), readOperator(in), in.i32());
            default -> throw new IOException("unknown Act");
        };
    }

    private static Operator readOperator(Reader in) throws IOException {
        return switch (in.u8()) {
            case 0 -> Operator.MINUS;
            case 1 -> Operator.TIMES;
            case 2 -> Operator.SQUARE;
            case 3 -> Operator.LESS;
            case 4 -> Operator.EQUAL;
            default -> throw new IOException("unknown Operator");
        };
    }

    private static Observer.Wanted readWanted(Reader in) throws IOException {
        return new Observer.Wanted(in.string(), in.i32(), readPoint(in), in.i32());
    }

    private static Inquiry.Member readMember(Reader in) throws IOException {
        return new Inquiry.Member(in.string(), in.string(), in.string());
    }

    private static InputChange readInputChange(Reader in) throws IOException {
        return new InputChange(in.string(), in.i32());
    }

    private static FollowedInput readFollowedInput(Reader in) throws IOException {
        return new FollowedInput(in.string(), in.string());
    }
}
