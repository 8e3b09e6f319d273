package fex.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fex.instrument.MethodPlan;
import fex.instrument.MutationSite;
import fex.instrument.Mutator;
import fex.instrument.Step;
import fex.runtime.BranchProbe;
import fex.runtime.Environment;
import fex.runtime.Event;
import fex.runtime.Inquiry;
import fex.runtime.Layout;
import fex.runtime.Met;
import fex.runtime.Observer;
import fex.runtime.Probe;
import fex.runtime.Recorder;
import fex.runtime.Shown;
import fex.runtime.Snapshot;
import fex.runtime.Statics;
import fex.runtime.Unheld;
import fex.runtime.taint.Trail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The frames of {@code jvm/protocol}, which the tests of fex itself read too. */
class ProtocolTest {
    private static final Observer.Point METHOD = new Observer.Point("p/C", "m", "(J)V", 0, 0, "");
    private static final Observer.Frame FRAME = new Observer.Frame("p/C", "m", "(J)V", "C.java", 3);
    private static final Observer.Point EXPRESSION = new Observer.Point("p/CTest", "adds", "()V", 7, 2, "list");

    private static Inquiry.Answers answers() {
        List<Shown> parts = List.of(
                new Shown(Shown.Kind.NULL, "", "", List.of()), new Shown(Shown.Kind.TEXT, "", "é", List.of()));
        List<Inquiry.Answer> answers = List.of(
                new Inquiry.Answer("list", new int[0], new Shown(Shown.Kind.LIST, "", "", parts)),
                new Inquiry.Answer("list", new int[] {1, 0}, new Shown(Shown.Kind.NUMBER, "long", "-1", List.of())));
        List<Inquiry.PlaceAnswers> places = List.of(new Inquiry.PlaceAnswers("p/CTest", "adds", "()V", 7, answers));
        return new Inquiry.Answers("[test]", places, new int[] {3});
    }

    private static byte[] golden(String name) throws IOException {
        // Tests run in the folder of their module.
        String text = Files.readString(Path.of("../protocol", name + ".hex"));
        return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
    }

    @Test
    void requestsAreRead() throws IOException {
        List<Step> steps = List.of(
                new Step.Null(),
                new Step.Constant(-7),
                new Step.Constant(1L << 40),
                new Step.Constant(0.5f),
                new Step.Constant(0.25),
                new Step.Constant("Aé"),
                new Step.Load(1, "J"),
                new Step.New("java/util/ArrayList"),
                new Step.EmptyArray("I"),
                new Step.Call("java/util/List", "of", "()Ljava/util/List;", true));
        MethodPlan plan = new MethodPlan("p/C", "m", "(J)V", List.of(List.of(), steps), List.of(new MutationSite(7, List.of(Mutator.BOUNDARY, Mutator.REMOVED))));
        Layout structure = new Layout(
                "p.C",
                List.of(2),
                9,
                List.of(new Layout.Type(
                        "p.C",
                        0,
                        List.of(new Layout.Slot(
                                "days", Layout.Container.ENTRIES, -1, Long.MIN_VALUE, Long.MAX_VALUE)))),
                List.of(new Layout.Constant("p.Day", "MONDAY"), new Layout.Constant("java.lang.Object", "")));
        List<Request.Feature> features = List.of(
                new Request.Feature.Guard(List.of(plan), List.of("p/CTest"), List.of("p/C")),
                capture(),
                new Request.Feature.Sequences(List.of("p/C"), List.of(structure), 8, 1000, 900, "/f", true),
                new Request.Feature.Observe(List.of(METHOD), List.of("p/CTest"), true, 8, 1000, 900, true),
                new Request.Feature.Environment(
                        -5000, 3, true, false, true, 7000, 5, List.of(new Request.Variable("MODE", "test"))),
                new Request.Feature.Branches(List.of(branched()), List.of(coupling()), true),
                new Request.Feature.Taint(List.of("p/CTest"), List.of("p/C"), true));
        assertEquals(new Request.Configure(List.of("/p/classes"), features), Request.decode(golden("configure")));
        assertEquals(new Request.Configure(List.of(), List.of()), Request.decode(golden("configure-nothing")));
        assertEquals(
                new Request.Discover(List.of("p.CTest", "p.DTest"), List.of("fast"), List.of("slow")),
                Request.decode(golden("discover")));
        Observer.Wanted wanted = new Observer.Wanted("[test]", 1, EXPRESSION, 3);
        assertEquals(new Request.Watch(-1, List.of(wanted)), Request.decode(golden("watch")));
        assertEquals(new Request.Watch(4, List.of()), Request.decode(golden("watch-method")));
        assertEquals(
                new Request.Inquire(
                        List.of(new Inquiry.Member("p/C", "version", ""), new Inquiry.Member("p/C", "first", "()J")), 1000),
                Request.decode(golden("inquire")));
        assertEquals(new Request.Statics(List.of("p.C")), Request.decode(golden("statics-of")));
        assertEquals(
                new Request.Change(List.of(new Request.InputChange("p/C.size", 16))), Request.decode(golden("change")));
        assertEquals(
                new Request.Follow(List.of(new Request.FollowedInput("[test]", "p/C.size"))),
                Request.decode(golden("follow")));
        assertEquals(new Request.Renew(), Request.decode(golden("renew")));
        assertEquals(new Request.Return(), Request.decode(golden("return")));
        assertEquals(new Request.RunAll(List.of("[slow]")), Request.decode(golden("run-all")));
        assertEquals(
                new Request.Run(List.of(new Request.Asked("[test]", Long.MAX_VALUE)), -1, 0),
                Request.decode(golden("run-unchanged")));
        List<Request.Asked> asked =
                List.of(new Request.Asked("[test]", 1_000_000), new Request.Asked("[slow]", 5_000_000));
        assertEquals(new Request.Run(asked, 3, 1), Request.decode(golden("run-replaced")));
    }

    @Test
    void sequencesAreRead() throws IOException {
        List<Request.Statement> statements = List.of(
                new Request.Statement.Null(),
                new Request.Statement.Number("D", Double.doubleToLongBits(-1)),
                new Request.Statement.Text("Aé"),
                new Request.Statement.ClassLiteral("[I"),
                new Request.Statement.Static("p/Day", "MONDAY", "Lp/Day;"),
                new Request.Statement.New("p/C", "(Lp/Day;)V", List.of(4)),
                new Request.Statement.Field(5, "p/C", "day", "Lp/Day;"),
                new Request.Statement.CallStatic("p/C", "of", "(D)Lp/C;", List.of(1)),
                new Request.Statement.Stub("java/util/function/Supplier", "", List.of(), List.of(new Request.StubMethod("", "", new Request.Act.Return(List.of(2))))),
                new Request.Statement.Stub("p/Rules", "(Lp/Day;)V", List.of(4), List.of(
                        new Request.StubMethod("run", "()V", new Request.Act.Nothing()),
                        new Request.StubMethod("fails", "()V", new Request.Act.Throw(0)),
                        new Request.StubMethod("same", "(Lp/C;)Lp/C;", new Request.Act.Echo(0)),
                        new Request.StubMethod("minus", "(D)D", new Request.Act.Compute(0, Request.Operator.MINUS, 1)),
                        new Request.StubMethod("times", "(D)D", new Request.Act.Compute(0, Request.Operator.TIMES, 1)),
                        new Request.StubMethod("square", "(D)D", new Request.Act.Compute(0, Request.Operator.SQUARE, 1)),
                        new Request.StubMethod("isLess", "(ID)Z", new Request.Act.Compute(1, Request.Operator.LESS, 1)),
                        new Request.StubMethod("isEqual", "(D)Z", new Request.Act.Compute(0, Request.Operator.EQUAL, 1)))),
                new Request.Statement.Array("Ljava/lang/Object;", List.of(0, 8)),
                new Request.Statement.Known(1),
                new Request.Statement.Call(7, "p/C", "add", "(Ljava/lang/Object;)V", List.of(11)),
                new Request.Statement.Folder());
        List<Request.Sequence> sequences = List.of(new Request.Sequence(statements, 12));
        assertEquals(new Request.Perform(sequences, 3, 1, 1000), Request.decode(golden("perform")));
        assertEquals(new Request.Perform(List.of(), -1, 0, 1000), Request.decode(golden("perform-unchanged")));
    }

    @Test
    void whatCameOfSequencesIsWritten() throws IOException {
        List<Report.Plain> parts = List.of(
                new Report.Plain.Null(),
                new Report.Plain.Number("I", -7),
                new Report.Plain.Text("Aé"),
                new Report.Plain.Constant("p.Day", "MONDAY"),
                new Report.Plain.ClassLiteral("[I"),
                new Report.Plain.ListOf(List.of(new Report.Plain.Number("Z", 1))),
                new Report.Plain.Same(2),
                new Report.Plain.Other("p.C"),
                new Report.Plain.Nothing());
        Report.Plain array = new Report.Plain.Array("Ljava/lang/Object;", parts);
        byte[] none = new byte[Integer.BYTES];
        List<Report.WrittenFile> files =
                List.of(new Report.WrittenFile("a/", 0, List.of()), new Report.WrittenFile("a/b", 3, List.of("é", "")));
        assertArrayEquals(
                golden("performed"),
                new Report.Performed(
                                13,
                                "",
                                "",
                                false,
                                "",
                                4096,
                                new int[] {0, 5},
                                new int[] {3, 8},
                                new long[] {-5, 0},
                                array,
                                none,
                                files,
                                NO_TRACE)
                        .encode());
        assertArrayEquals(
                golden("performed-nothing"),
                new Report.Performed(
                                2,
                                "java.lang.IllegalStateException",
                                "no door has the code 3",
                                true,
                                "delete door",
                                0,
                                new int[0],
                                new int[0],
                                new long[0],
                                new Report.Plain.Nothing(),
                                none,
                                List.of(),
                                new Report.Trace(
                                        List.of("p.Lost", "java.lang.Error"),
                                        "é",
                                        List.of(new Report.StackFrame("p.C", "m", 7))))
                        .encode());
    }

    @Test
    void reportsAreWritten() throws IOException {
        assertArrayEquals(golden("hello"), new Report.Hello(Report.VERSION, "17.0.15").encode());
        assertArrayEquals(golden("ready"), new Report.Ready("JUnit Platform 1.11.4").encode());
        Report.Unit unit = new Report.Unit("[class]/[test]", "[class]", "p.CTest", "adds");
        assertArrayEquals(golden("discovered"), new Report.Discovered(List.of(unit)).encode());
        Outcome outcome = new Outcome(Outcome.Kind.ASSERTION, "java.lang.AssertionError", "expected 1");
        assertArrayEquals(
                golden("ran"),
                outcome.report("[test]", 1500, 77, false, new Probe.Reached(new int[] {0, 5}, new int[] {5})).encode());
        assertArrayEquals(golden("done"), new Report.Done(true).encode());
        assertArrayEquals(
                golden("not-instrumented"), new Report.NotInstrumented("p/Huge", "Method too large").encode());
        assertArrayEquals(golden("exiting"), new Report.Exiting().encode());
        assertArrayEquals(golden("out-of-memory"), new Report.OutOfMemory().encode());
        assertArrayEquals(golden("started"), new Report.Started(3, "[test]").encode());
        assertArrayEquals(golden("failed"), new Report.Failed("there is no framework").encode());
        assertArrayEquals(golden("captured"), captured().encode());
        List<Observer.Property> properties =
                List.of(new Observer.Property("this.größe", "1"), new Observer.Property("result", "\"A\""));
        Observer.Detail detail = new Observer.Detail(2, properties, List.of(FRAME));
        List<Observer.PointStates> points = List.of(
                new Observer.PointStates(METHOD, new long[] {-5, 0}, List.of(detail)),
                new Observer.PointStates(EXPRESSION, new long[0], List.of()));
        List<Observer.ThreadStates> threads =
                List.of(new Observer.ThreadStates(points), new Observer.ThreadStates(List.of()));
        assertArrayEquals(
                golden("states"), new Report.States(new Observer.States("[test]", threads, 6)).encode());
        Observer.Point condition = new Observer.Point("p/C", "m", "(J)V", 3, 1, "size()");
        Met met = new Met(condition, "==", 0, 5, List.of("1 and 2", "3 and 4"));
        assertArrayEquals(golden("condition"), new Report.Condition(met).encode());
        assertArrayEquals(golden("answers"), new Report.Answers(answers()).encode());
        Environment.Reading reading = new Environment.Reading("zone", "new Date", FRAME);
        assertArrayEquals(golden("readings"), new Report.Readings(List.of(reading)).encode());
        Unheld.Use use = new Unheld.Use("opens /proc/stat", List.of(FRAME));
        assertArrayEquals(golden("uses"), new Report.Uses(List.of(use)).encode());
        Statics.Place place = new Statics.Place("p.C", "all", -5, List.of(new Observer.Property("all", "null")));
        assertArrayEquals(golden("statics"), new Report.StaticPlaces(List.of(place)).encode());
        BranchProbe.Taken taken = new BranchProbe.Taken(
                new int[] {0, 3},
                new int[] {0},
                List.of(new BranchProbe.Led(0, 0)),
                List.of(new BranchProbe.Covered(0, 0, 3)),
                List.of(new BranchProbe.Missed(1, 500_000_000)),
                List.of(new BranchProbe.MissedInside(0, 2, 750_000_000)),
                List.of("desk.mode"),
                List.of(),
                List.of("yes", "no"));
        assertArrayEquals(golden("taken"), new Report.Taken(taken).encode());
        Report.TaintedInput input = new Report.TaintedInput(
                "p/CTest.adds()V@3", "constant", "p/CTest", "adds", "()V", 7, "", "I", "5", true, true, true, false, "6");
        Report.Checking checking =
                new Report.Checking("p/CTest", "adds", "()V", 9, "assertEquals", 8, new int[] {0});
        List<Trail.Taken> steps =
                List.of(step("variable", 7, "sum", "5"), step("assertion", 9, "assertEquals", ""));
        Trail.Way way =
                new Trail.Way("p/CTest.adds()V@3", true, steps, List.of(step("condition", 8, "", "")));
        Report.Tainted tainted = new Report.Tainted("[test]", List.of(input), List.of(checking), List.of(way));
        assertArrayEquals(golden("tainted"), tainted.encode());
    }

    private static Trail.Taken step(String kind, int line, String name, String value) {
        return new Trail.Taken(new Trail.Place(kind, "p/CTest", "adds", "()V", line, name, ""), value);
    }

    /** An object with a value of each kind. */
    private static final class Whole {
        final Object nothing = null;
        final int number = -7;
        final String text = "Aé";
        final Part part = new Part();
        final Part known = Part.KNOWN;
        final Integer[] places = {null, 5};
        final Object other = new Object();
    }

    private static final class Part {
        static final Part KNOWN = new Part();
    }

    @Test
    void objectsAreReadAsTheBytesOfTheProtocol() throws Exception {
        List<Layout.Slot> slots = new ArrayList<>();
        for (String field : List.of("nothing", "number", "text", "part", "known", "places", "other")) {
            Layout.Container container =
                    field.equals("places") ? Layout.Container.PLACES : Layout.Container.NONE;
            slots.add(new Layout.Slot(field, container, -1, Long.MIN_VALUE, Long.MAX_VALUE));
        }
        Layout layout = new Layout(
                Whole.class.getName(),
                List.of(1, 1),
                2,
                List.of(
                        new Layout.Type(Whole.class.getName(), 0, slots),
                        new Layout.Type(Part.class.getName(), 1, List.of())),
                List.of(new Layout.Constant(Part.class.getName(), "KNOWN")));
        Snapshot snapshot = new Snapshot(layout, new Layout.Readings(layout, type -> {}));
        assertTrue(snapshot.take(new Whole()));
        Report.Plain tree = new Report.Plain.Other("p.Tree");
        assertArrayEquals(
                golden("performed-structure"),
                new Report.Performed(
                                1,
                                "",
                                "",
                                false,
                                "",
                                0,
                                new int[0],
                                new int[0],
                                new long[0],
                                tree,
                                snapshot.copy(),
                                List.of(),
                                NO_TRACE)
                        .encode());
    }

    private static final Report.Trace NO_TRACE = new Report.Trace(List.of(), "", List.of());

    private static BranchProbe.Method branched() {
        BranchProbe.Decision jump = new BranchProbe.Decision(List.of(), List.of(0, 1));
        BranchProbe.Decision choice = new BranchProbe.Decision(List.of(-3, 4), List.of(2, 3, 3));
        List<BranchProbe.CallSite> calls = List.of(new BranchProbe.CallSite(2, 0));
        return new BranchProbe.Method("p/C", "m", "(J)V", List.of(jump, choice), calls);
    }

    private static BranchProbe.Coupling coupling() {
        return new BranchProbe.Coupling(0, 0, true, List.of(0), List.of(2, 3));
    }

    private static Request.Feature.Capture capture() {
        List<Layout.Slot> slots = List.of(
                new Layout.Slot("size", Layout.Container.NONE, -1, 0, 3),
                new Layout.Slot("parts", Layout.Container.PLACES, 0, Long.MIN_VALUE, Long.MAX_VALUE));
        Layout layout = new Layout(
                "p.Tree",
                List.of(1, 3),
                20,
                List.of(new Layout.Type("p.Tree", 0, slots), new Layout.Type("p.Tree$Node", 1, List.of())),
                List.of(new Layout.Constant("p.Color", "RED")));
        return new Request.Feature.Capture(List.of("p/Above"), layout);
    }

    private static Report.Captured captured() {
        // The runtime writes the structures itself.
        String tree = "00000002 00000000 00000002 01fffffffffffffffe 0500000003 00 0300000001 010000000000000003";
        String node = "00000001 00000003 0200000002c3a9 0400000000 0700000006";
        byte[] structure = HexFormat.of().parseHex((tree + node).replace(" ", ""));
        Recorder.Step throwing = new Recorder.Step(
                new Event(3, 1, "p/Tree", "add", "(I)V", 2), true, Recorder.NONE, 1, "p.TreeTest.adds:7");
        Recorder.Step large = new Recorder.Step(
                new Event(0, 0, "p/Tree", "size", "()I", 1), false, Recorder.BEYOND, Recorder.UNREAD, "");
        return new Report.Captured(new Recorder.Taken(
                List.of(structure, new byte[4]),
                List.of(throwing, large),
                9,
                new long[] {0, 5},
                1,
                2,
                "java.lang.Error"));
    }

    @Test
    void aFrameThatEndsEarlyOrLateIsRefused() throws IOException {
        byte[] frame = golden("configure");
        for (int length = 0; length < frame.length; length++) {
            byte[] part = Arrays.copyOf(frame, length);
            assertThrows(IOException.class, () -> Request.decode(part));
        }
        assertThrows(IOException.class, () -> Request.decode(Arrays.copyOf(frame, frame.length + 1)));
    }
}
