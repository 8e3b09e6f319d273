import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Scanner;
import java.util.stream.Stream;

/** Reads statements about classes of the JDK, one a line, and prints those that are not so. */
final class Denied {
    private Denied() {}

    public static void main(String[] arguments) throws ClassNotFoundException {
        try (Scanner lines = new Scanner(System.in)) {
            while (lines.hasNextLine()) {
                String line = lines.nextLine();
                String[] words = line.split(" ");
                if (!holds(words[0], type(words[1]), Arrays.copyOfRange(words, 2, words.length))) {
                    System.out.println(line);
                }
            }
        }
    }

    private static boolean holds(String kind, Class<?> type, String[] words) throws ClassNotFoundException {
        return switch (kind) {
            case "above" -> type(words[0]).isAssignableFrom(type) && type(words[0]) != type;
            case "complete" -> abstracts(type).findAny().isEmpty() && !Modifier.isFinal(type.getModifiers());
            case "function" -> {
                Method[] found = abstracts(type).toArray(Method[]::new);
                yield found.length == 1
                        && found[0].getParameterCount() == Integer.parseInt(words[0])
                        && found[0].getReturnType().descriptorString().equals(words[1]);
            }
            case "has" -> has(type, words[0], words[1]);
            default -> false;
        };
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(name.replace('/', '.'));
    }

    /** The methods without body of a class, but for those that every object has. */
    private static Stream<Method> abstracts(Class<?> type) {
        Stream<Method> all = Stream.concat(Stream.of(type.getMethods()), Stream.of(type.getDeclaredMethods()));
        return all.distinct().filter(method -> Modifier.isAbstract(method.getModifiers()) && !isOfObject(method));
    }

    private static boolean isOfObject(Method method) {
        return Stream.of(Object.class.getMethods())
                .anyMatch(other -> other.getName().equals(method.getName())
                        && Arrays.equals(other.getParameterTypes(), method.getParameterTypes()));
    }

    /** Whether a public class has a public constructor, method or constant. */
    private static boolean has(Class<?> type, String name, String descriptor) {
        try {
            if (!descriptor.startsWith("(")) {
                return type.getField(name).getType().descriptorString().equals(descriptor);
            }
            MethodType wanted = MethodType.fromMethodDescriptorString(descriptor, null);
            if (name.equals("<init>")) {
                return type.getConstructor(wanted.parameterArray()) != null;
            }
            return type.getMethod(name, wanted.parameterArray()).getReturnType() == wanted.returnType();
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
