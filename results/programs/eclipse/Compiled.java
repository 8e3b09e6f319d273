import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A text that a compiler has compiled, in memory: the class files, or the first problem. */
record Compiled(Map<String, byte[]> classes, String problem) {
    private static final JavaCompiler JAVAC = ToolProvider.getSystemJavaCompiler();
    // A folder without classes.
    private static final String NOTHING = System.getProperty("java.home") + "/lib/security";
    // One for all texts, as it keeps what it has read of the JDK.
    private static final StandardJavaFileManager FILES = JAVAC.getStandardFileManager(null, Locale.ROOT, null);

    /** Compiled by the JDK's own compiler. */
    static Compiled of(String text) {
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        List<String> options = List.of("-proc:none", "-nowarn", "-classpath", NOTHING);
        Memory memory = new Memory(FILES);
        JavaFileObject source = new SimpleJavaFileObject(URI.create("string:///Unit.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
                return text;
            }

            // A public class may have any name.
            @Override
            public boolean isNameCompatible(String simpleName, JavaFileObject.Kind kind) {
                return true;
            }
        };
        boolean ok = JAVAC.getTask(null, memory, said, options, null, List.of(source)).call();
        String problem = said.getDiagnostics().stream()
                .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
                .findFirst()
                .map(one -> one.getMessage(Locale.ROOT))
                .orElse(ok ? "" : "no reason given");
        Map<String, byte[]> classes = new HashMap<>();
        memory.written.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
        return new Compiled(classes, problem);
    }

    boolean isOk() {
        return problem.isEmpty();
    }

    ClassLoader loader() {
        return new ClassLoader(ClassLoader.getPlatformClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] bytes = classes.get(name);
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, bytes, 0, bytes.length);
            }
        };
    }

    /** Keeps class files. */
    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> written = new HashMap<>();

        Memory(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(Location location, String name, JavaFileObject.Kind kind, FileObject from) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            written.put(name.replace('/', '.'), bytes);
            return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/') + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }
            };
        }
    }
}
