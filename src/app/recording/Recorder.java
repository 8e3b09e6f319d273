// Makes the calls of a suite; fex writes the method `calls`.
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

final class FexRecorder {
    /** How long a call may take, in milliseconds, before it counts as one that does not return. */
    private static final long PATIENCE = 1000;

    private FexRecorder() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream log = new PrintStream(new FileOutputStream(arguments[0], true), true, StandardCharsets.UTF_8);
        int skipped = Integer.parseInt(arguments[1]);
        List<String> dangerous = Arrays.asList(arguments).subList(2, arguments.length);
        int number = 0;
        for (Map.Entry<String, Callable<String>> call : calls().entrySet()) {
            if (number++ < skipped) {
                continue;
            }
            String title = call.getKey();
            log.println("begin\t" + title);
            if (dangerous.contains(title.substring(0, title.indexOf('(')))) {
                log.println("none\t");
                continue;
            }
            String[] outcome = new String[1];
            boolean[] failed = new boolean[1];
            Thread thread = new Thread(() -> {
                try {
                    outcome[0] = call.getValue().call();
                } catch (Throwable thrown) {
                    failed[0] = true;
                }
            });
            thread.setDaemon(true);
            thread.start();
            thread.join(PATIENCE);
            if (thread.isAlive() || failed[0]) {
                // It may occupy a processor for ever; the next JVM goes on after it.
                Runtime.getRuntime().halt(1);
            }
            log.println(outcome[0] == null ? "none\t" : "did\t" + outcome[0].replace("\n", "\\n").replace("\r", "\\r"));
        }
        log.println("end");
        Runtime.getRuntime().halt(0);
    }

    private static Map<String, Callable<String>> calls() {
        return new LinkedHashMap<>();
    }
}
