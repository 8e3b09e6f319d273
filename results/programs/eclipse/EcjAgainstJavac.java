import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eclipse.jdt.core.compiler.batch.BatchCompiler;

/** Compiles a text with Eclipse's compiler and with the JDK's: both accept it or reject it, and what they make does the same. */
final class EcjAgainstJavac {
    static String apply(String text) throws IOException {
        Compiled javac = Compiled.of(text);
        Compiled ecj = byEcj(text);
        if (javac.isOk() != ecj.isOk()) {
            String who = javac.isOk() ? "only ecj rejects it: " + ecj.problem() : "only javac rejects it: " + javac.problem();
            throw new AssertionError(who);
        }
        if (!javac.isOk()) {
            return "both reject it";
        }
        if (!javac.classes().keySet().equals(ecj.classes().keySet())) {
            throw new AssertionError("other classes: " + javac.classes().keySet() + " and " + ecj.classes().keySet());
        }
        List<String> one = calls(javac);
        List<String> other = calls(ecj);
        if (!one.equals(other)) {
            throw new AssertionError("does something else: " + one + " by javac, and " + other + " by ecj");
        }
        return one.size() + " calls do the same";
    }

    private static Compiled byEcj(String text) throws IOException {
        Path folder = Files.createTempDirectory("ecj");
        try {
            Path source = Files.writeString(folder.resolve("Unit.java"), text);
            StringWriter said = new StringWriter();
            String[] arguments = {
                "-nowarn", "-proc:none", "-25", "-classpath", folder.toString(), "-d", folder.toString(), source.toString()
            };
            boolean ok = BatchCompiler.compile(arguments, new PrintWriter(Writer.nullWriter()), new PrintWriter(said), null);
            Map<String, byte[]> classes = new HashMap<>();
            List<Path> files;
            try (Stream<Path> found = Files.list(folder)) {
                files = found.toList();
            }
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (name.endsWith(".class")) {
                    classes.put(name.substring(0, name.length() - ".class".length()), Files.readAllBytes(file));
                }
                Files.delete(file);
            }
            return new Compiled(classes, ok ? "" : said.toString().strip());
        } finally {
            Files.delete(folder);
        }
    }

    /** What each method of each class returns or throws, if it takes numbers and strings only. */
    private static List<String> calls(Compiled program) {
        List<String> said = new ArrayList<>();
        ClassLoader loader = program.loader();
        for (String name : new TreeSet<>(program.classes().keySet())) {
            try {
                Class<?> type = loader.loadClass(name);
                List<Method> methods = Stream.of(type.getDeclaredMethods())
                        .filter(method -> !method.isSynthetic())
                        .filter(method -> Stream.of(method.getParameterTypes()).allMatch(EcjAgainstJavac::isPlain))
                        .sorted(Comparator.comparing(Method::toString))
                        .toList();
                for (Method method : methods) {
                    Constructor<?> constructor = type.getDeclaredConstructor();
                    constructor.setAccessible(true);
                    method.setAccessible(true);
                    for (int number = -1; number <= 2; number++) {
                        int value = number;
                        Object[] arguments = Stream.of(method.getParameterTypes())
                                .map(each -> each == int.class ? value : (Object) ("s" + value))
                                .toArray();
                        said.add(method + " " + result(method, constructor, arguments));
                    }
                }
            } catch (NoSuchMethodException error) {
                said.add(name + " cannot be made");
            } catch (ClassNotFoundException | LinkageError error) {
                said.add(name + " " + error);
            }
        }
        return said;
    }

    private static boolean isPlain(Class<?> type) {
        return type == int.class || type == String.class;
    }

    private static String result(Method method, Constructor<?> constructor, Object[] arguments) {
        try {
            Object result = method.invoke(constructor.newInstance(), arguments);
            return result == null || result instanceof Number || result instanceof String ? String.valueOf(result) : "an object";
        } catch (InvocationTargetException error) {
            return error.getCause().getClass().getName();
        } catch (ReflectiveOperationException error) {
            return error.getClass().getName();
        }
    }

    private EcjAgainstJavac() {}
}
