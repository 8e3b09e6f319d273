import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.alloy4.Err;
import edu.mit.csail.sdg.alloy4.ErrorFatal;
import edu.mit.csail.sdg.alloy4.ErrorType;
import edu.mit.csail.sdg.alloy4.ErrorWarning;
import edu.mit.csail.sdg.alloy4.Pos;
import edu.mit.csail.sdg.ast.Command;
import edu.mit.csail.sdg.ast.Module;
import edu.mit.csail.sdg.parser.CompUtil;
import edu.mit.csail.sdg.translator.A4Options;
import edu.mit.csail.sdg.translator.A4Solution;
import edu.mit.csail.sdg.translator.TranslateAlloyToKodkod;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Prints, for each file, a line with its name, a tab and all that Alloy says of it: warnings, what commands find, its error. */
public final class Explain {
    private Explain() {}

    public static void main(String[] files) {
        for (String file : files) {
            Path path = Path.of(file).toAbsolutePath();
            List<String> said = new ArrayList<>();
            try {
                explain(path, said);
            } catch (Err error) {
                said.add(describe(kind(error), error, path));
            }
            String name = path.getFileName().toString().replaceFirst("\\.als$", "");
            System.out.println(name + "\t" + (said.isEmpty() ? "nothing" : String.join("; ", said)));
        }
    }

    private static void explain(Path path, List<String> said) {
        A4Reporter reporter = new A4Reporter() {
            @Override
            public void warning(ErrorWarning warning) {
                said.add(describe("Warning", warning, path));
            }
        };
        Module module = CompUtil.parseEverything_fromFile(reporter, null, path.toString());
        for (Command command : module.getAllCommands()) {
            A4Solution solution = TranslateAlloyToKodkod.execute_command(
                    reporter, module.getAllReachableSigs(), command, new A4Options());
            said.add(solution.satisfiable() ? "finds an instance" : "finds no instance");
        }
    }

    private static String kind(Err error) {
        if (error instanceof ErrorType) {
            return "Type error";
        }
        return error instanceof ErrorFatal ? "Fatal error" : "Syntax error";
    }

    private static String describe(String kind, Err error, Path path) {
        Pos pos = error.pos;
        boolean placed = pos != null && pos != Pos.UNKNOWN;
        boolean elsewhere = placed && !path.equals(Path.of(pos.filename).toAbsolutePath());
        String file = elsewhere ? " in " + Path.of(pos.filename).getFileName() : "";
        String place = placed ? file + " at line " + pos.y + " column " + pos.x : "";
        // What Alloy lists over several lines stands in one; folders are of the machine that measured.
        String text = error.msg.replace(path.getParent() + "/", "").replaceAll("\\s+", " ").trim();
        return kind + place + ": " + text;
    }
}
