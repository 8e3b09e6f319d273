import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.alloy4.Err;
import edu.mit.csail.sdg.ast.Command;
import edu.mit.csail.sdg.ast.Module;
import edu.mit.csail.sdg.parser.CompUtil;
import edu.mit.csail.sdg.translator.A4Options;
import edu.mit.csail.sdg.translator.A4Solution;
import edu.mit.csail.sdg.translator.TranslateAlloyToKodkod;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * Counts instances with Alloy.
 *
 * <p>Each line of the input is one question: a limit, {@code wrap} or {@code forbid} for integers that overflow, and a
 * file. The answer has one line for every command of the file: its label and how many instances there are, up to the
 * limit. A limit of one breaks symmetry, since it asks for the verdict only. Where Alloy refuses the file, the answer is
 * one line with {@code error}; an empty line ends every answer.
 */
public final class Count {
    private Count() {}

    public static void main(String[] arguments) throws IOException {
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in));
        for (String line = questions.readLine(); line != null; line = questions.readLine()) {
            String[] words = line.split(" ", 3);
            try {
                answer(Integer.parseInt(words[0]), words[1].equals("forbid"), words[2]);
            } catch (Err refusal) {
                System.out.println("error\t" + refusal.toString().replace('\n', ' '));
            }
            System.out.println();
            System.out.flush();
        }
    }

    private static void answer(int limit, boolean forbidOverflow, String file) {
        Module module = CompUtil.parseEverything_fromFile(A4Reporter.NOP, null, file);
        A4Options options = new A4Options();
        options.symmetry = limit == 1 ? 20 : 0;
        options.noOverflow = forbidOverflow;
        for (Command command : module.getAllCommands()) {
            A4Solution solution = TranslateAlloyToKodkod.execute_command(
                    A4Reporter.NOP, module.getAllReachableSigs(), command, options);
            int instances = 0;
            while (solution.satisfiable() && instances < limit) {
                instances++;
                solution = instances < limit ? solution.next() : solution;
            }
            System.out.println(command.label + "\t" + instances);
        }
    }
}
