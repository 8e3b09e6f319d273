import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.alloy4.Err;
import edu.mit.csail.sdg.alloy4.ErrorWarning;
import edu.mit.csail.sdg.ast.Command;
import edu.mit.csail.sdg.parser.CompModule;
import edu.mit.csail.sdg.parser.CompUtil;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Asks Alloy about modules: reads a question per line of the standard input and answers each with a JSON
 * object on one line of the standard error.
 *
 * <p>A question has tabs between its parts:
 *
 * <ul>
 *   <li>{@code read FILE}: the commands and warnings of a module, or its error;
 *   <li>{@code solve FILE INDEX OPTIONS...}: what a command of the module says. {@link Options} lists the options.
 * </ul>
 *
 * <p>Alloy's solvers cannot be interrupted. When a question has used up its processor time, the judge answers with what
 * it has and ends; whoever asks starts another one.
 */
public final class Judge {

    /** Translations of nested quantifiers are deeply recursive. */
    private static final long STACK_BYTES = 256L << 20;

    private static final long POLL_MILLISECONDS = 20;

    private Judge() {
    }

    /**
     * Answers questions until there are no more.
     *
     * @param arguments none
     * @throws IOException if the questions cannot be read
     * @throws InterruptedException never
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        // Alloy logs to the standard error and its solvers print to the standard output, so the answers take over the
        // former.
        PrintStream answers = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        System.setErr(System.out);
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            String[] parts = line.split("\t");
            switch (parts[0]) {
                case "read" -> answers.println(read(parts[1]));
                case "solve" -> {
                    Options options = Options.parse(List.of(parts).subList(3, parts.length));
                    Run run = new Run(parts[1], Integer.parseInt(parts[2]), options);
                    boolean inTime = finish(run, options.seconds());
                    answers.println(run.answer());
                    if (!inTime) {
                        Runtime.getRuntime().halt(0);
                    }
                }
                default -> throw new IllegalArgumentException("not a question: " + line);
            }
        }
    }

    /** Parses and resolves a module, telling what Alloy says of it. */
    private static String read(String file) {
        Json warnings = Json.array();
        Json commands = Json.array();
        Json answer = Json.object();
        A4Reporter reporter = new A4Reporter() {
            @Override
            public void warning(ErrorWarning warning) {
                warnings.add(Json.object().message(warning));
            }
        };
        try {
            CompModule module = CompUtil.parseEverything_fromFile(reporter, null, file);
            for (Command command : module.getAllCommands()) {
                commands.add(Json.object()
                        .put("label", command.label)
                        .put("check", command.check)
                        .put("expects", command.expects)
                        .put("temporal", CompUtil.isTemporalModel(module.getAllReachableSigs(), command)));
            }
        } catch (Err error) {
            answer.put("error", Json.object().message(error));
        }
        return answer.put("commands", commands).put("warnings", warnings).toString();
    }

    /** Runs a command on a thread of its own; false if it was not done within so many seconds of processor time. */
    private static boolean finish(Run run, long seconds) throws InterruptedException {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        Thread thread = new Thread(null, run, "run", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        while (thread.isAlive()) {
            thread.join(POLL_MILLISECONDS);
            if (clock.getThreadCpuTime(thread.getId()) > seconds * 1_000_000_000L && thread.isAlive()) {
                return false;
            }
        }
        return true;
    }
}
