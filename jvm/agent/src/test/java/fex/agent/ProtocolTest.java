package fex.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import fex.instrument.MethodPlan;
import fex.instrument.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The frames of {@code jvm/protocol}, which the tests of fex itself read too. */
class ProtocolTest {
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
        MethodPlan plan = new MethodPlan(0, "p/C", "m", "(J)V", List.of(List.of(), steps));
        assertEquals(
                new Request.Configure(
                        List.of(plan), List.of("p/CTest"), List.of("p/C"), List.of("/p/classes")),
                Request.decode(golden("configure")));
        assertEquals(
                new Request.Discover(List.of("p.CTest", "p.DTest"), List.of("fast"), List.of("slow")),
                Request.decode(golden("discover")));
        assertEquals(new Request.Renew(), Request.decode(golden("renew")));
        assertEquals(new Request.RunAll(), Request.decode(golden("run-all")));
        assertEquals(
                new Request.RunOne("[test]", -1, 0, Long.MAX_VALUE), Request.decode(golden("run-one-unchanged")));
        assertEquals(new Request.RunOne("[test]", 3, 1, 1_000_000), Request.decode(golden("run-one-replaced")));
    }

    @Test
    void reportsAreWritten() throws IOException {
        assertArrayEquals(golden("hello"), new Report.Hello(2, "0123456789abcdef", "17.0.15").encode());
        assertArrayEquals(golden("ready"), new Report.Ready("JUnit Platform 1.11.4").encode());
        Report.Unit unit = new Report.Unit("[class]/[test]", "[class]", "p.CTest", "adds");
        assertArrayEquals(golden("discovered"), new Report.Discovered(List.of(unit)).encode());
        Outcome outcome = new Outcome(Outcome.Kind.ASSERTION, "java.lang.AssertionError", "expected 1");
        assertArrayEquals(
                golden("ran"),
                new Report.Ran("[test]", outcome, 1500, 77, false, true, new int[] {0, 5}, new int[] {5}).encode());
        assertArrayEquals(golden("done"), new Report.Done().encode());
        assertArrayEquals(
                golden("not-instrumented"), new Report.NotInstrumented("p/Huge", "Method too large").encode());
        assertArrayEquals(golden("exiting"), new Report.Exiting().encode());
        assertArrayEquals(golden("failed"), new Report.Failed("there is no framework").encode());
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
