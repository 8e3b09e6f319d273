package held;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Stack traces where they are held: what runs the test is not there, nor are methods of fex; all else is. */
class StacksTest {
    private static List<String> methods(StackTraceElement[] trace) {
        return Arrays.stream(trace).map(StackTraceElement::getMethodName).toList();
    }

    private static Exception deeper() {
        return new Exception("deeper");
    }

    @Test
    void traceEndsWithTheTest() {
        assertEquals(List.of("deeper", "traceEndsWithTheTest"), methods(deeper().getStackTrace()));
    }

    @Test
    void threadsAreWhereTheTestIs() {
        assertEquals(
                List.of("getStackTrace", "threadsAreWhereTheTestIs"),
                methods(Thread.currentThread().getStackTrace()));
    }

    @Test
    void whatIsPrintedIsTheSame() {
        StringWriter text = new StringWriter();
        Exception cause = deeper();
        new IllegalStateException("outer", cause).printStackTrace(new PrintWriter(text, true));
        List<String> lines = text.toString().lines().map(line -> line.replaceAll(":\\d+", "")).toList();
        assertEquals(
                List.of(
                        "java.lang.IllegalStateException: outer",
                        "\tat held.StacksTest.whatIsPrintedIsTheSame(StacksTest.java)",
                        "Caused by: java.lang.Exception: deeper",
                        "\tat held.StacksTest.deeper(StacksTest.java)",
                        "\tat held.StacksTest.whatIsPrintedIsTheSame(StacksTest.java)"),
                lines);
    }

    @Test
    void threadsOfTheTestBeginWhereTheJdkBeginsThem() throws InterruptedException {
        StackTraceElement[][] trace = new StackTraceElement[1][];
        Thread thread = new Thread(() -> trace[0] = deeper().getStackTrace());
        thread.start();
        thread.join();
        assertEquals("deeper", trace[0][0].getMethodName());
        StackTraceElement outermost = trace[0][trace[0].length - 1];
        assertEquals("java.lang.Thread.run", outermost.getClassName() + "." + outermost.getMethodName());
    }

    /** A framework that the test itself calls is part of what happens. */
    @Test
    void whatTheTestCallsStays() {
        Exception thrown = assertThrows(Exception.class, () -> {
            throw deeper();
        });
        List<String> methods = methods(thrown.getStackTrace());
        assertEquals("deeper", methods.get(0));
        assertTrue(methods.contains("assertThrows"), methods::toString);
        assertEquals("whatTheTestCallsStays", methods.get(methods.size() - 1));
    }

    /** A sleep is one of fex, where the clock is held. */
    @Test
    void methodsOfFexAreNotThere() {
        Thread.currentThread().interrupt();
        Exception thrown = assertThrows(InterruptedException.class, () -> Thread.sleep(1));
        StackTraceElement[] trace = thrown.getStackTrace();
        Supplier<String> text = () -> Arrays.toString(trace);
        assertFalse(Arrays.stream(trace).anyMatch(frame -> frame.getClassName().startsWith("fex.")), text);
        assertEquals("methodsOfFexAreNotThere", trace[trace.length - 1].getMethodName());
    }

    @Test
    void whatATestSetsIsWhatItGets() {
        Exception thrown = deeper();
        StackTraceElement[] mine = {new StackTraceElement("any.Type", "method", "Type.java", 7)};
        thrown.setStackTrace(mine);
        assertArrayEquals(mine, thrown.getStackTrace());
        thrown.setStackTrace(new StackTraceElement[0]);
        assertEquals(0, thrown.getStackTrace().length);
    }
}
