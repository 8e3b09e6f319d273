import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Runs the compiler again and again in one JVM. For each run it reads the number of arguments and then the arguments, a line
 * each; it answers what the run returns and how many bytes the compiler has said, in one line, and then these bytes.
 */
class Compiler {
  public static void main(String[] none) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream answers = System.out;
    for (String count = lines.readLine(); count != null; count = lines.readLine()) {
      String[] arguments = new String[Integer.parseInt(count)];
      for (int argument = 0; argument < arguments.length; argument++) {
        arguments[argument] = lines.readLine();
      }
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      int result = compiler.run(null, said, said, arguments);
      answers.print(result + " " + said.size() + "\n");
      answers.write(said.toByteArray());
      answers.flush();
    }
  }
}
