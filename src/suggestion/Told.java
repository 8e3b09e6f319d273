package fex.trial;

import fex.runtime.Border;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Told of the values that expressions have in a test, each by its number; writes them into a file, one a line. */
public final class Told {
    private static final Path FILE = Path.of("FILE");
    /** Where the tests run. */
    private static final String FOLDER = System.getProperty("user.dir");
    private static final int ELEMENTS = 12;
    private static final int LETTERS = 8_000;
    private static final int LINES = 20_000;
    /** What the JVM throws by itself: its messages change from one version to the next. */
    private static final List<Class<? extends Throwable>> MECHANICAL =
            List.of(
                    ArithmeticException.class,
                    ArrayStoreException.class,
                    ClassCastException.class,
                    IndexOutOfBoundsException.class,
                    NegativeArraySizeException.class,
                    NullPointerException.class,
                    Error.class);
    private static final List<String> WANTED = wanted();
    private static int lines;

    private Told() {}

    private static List<String> wanted() {
        Path wanted = FILE.resolveSibling("wanted");
        try {
            return Files.exists(wanted) ? Files.readAllLines(wanted) : List.of();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Whether an expression is to be evaluated, which changes nothing outside of the JVM then. */
    public static boolean wants(int number) {
        boolean wants = WANTED.contains(String.valueOf(number));
        if (wants) {
            Border.enter();
        }
        return wants;
    }

    public static void value(int number, boolean value) {
        tell(number, "boolean " + value);
    }

    public static void value(int number, byte value) {
        tell(number, "byte " + value);
    }

    public static void value(int number, char value) {
        tell(number, "char " + (int) value);
    }

    public static void value(int number, short value) {
        tell(number, "short " + value);
    }

    public static void value(int number, int value) {
        tell(number, "int " + value);
    }

    public static void value(int number, long value) {
        tell(number, "long " + value);
    }

    public static void value(int number, float value) {
        tell(number, "float " + value);
    }

    public static void value(int number, double value) {
        tell(number, "double " + value);
    }

    public static void value(int number, Object value) {
        StringBuilder text = new StringBuilder();
        if (!words(value, text, 0)) {
            text.setLength(0);
            text.append("object ").append(value.getClass().getName());
        }
        tell(number, text.toString());
    }

    public static void thrown(int number, Throwable thrown) {
        StringBuilder text = new StringBuilder("thrown ").append(thrown.getClass().getName());
        String message = isOfTheProgram(thrown) ? message(thrown) : null;
        if (message != null && message.length() <= LETTERS) {
            text.append(' ');
            letters(message, text);
        }
        tell(number, text.toString());
    }

    private static boolean isOfTheProgram(Throwable thrown) {
        StackTraceElement[] frames = thrown.getStackTrace();
        boolean isMadeByTheJdk = frames.length == 0 || frames[0].getModuleName() != null;
        return !isMadeByTheJdk && MECHANICAL.stream().noneMatch(kind -> kind.isInstance(thrown));
    }

    /** Nothing if asking for it throws. */
    private static String message(Throwable thrown) {
        try {
            return thrown.getMessage();
        } catch (RuntimeException other) {
            return null;
        }
    }

    /** Nothing but what is of the JDK is asked for what it is. */
    private static boolean words(Object value, StringBuilder text, int depth) {
        if (value == null) {
            text.append("null");
        } else if (value instanceof String string) {
            return text(string, text);
        } else if (value instanceof Character letter) {
            text.append("Character ").append((int) letter);
        } else if (value instanceof Boolean || value instanceof Number && value.getClass().getName().startsWith("java.lang.")) {
            text.append(value.getClass().getSimpleName()).append(' ').append(value);
        } else if (value instanceof Enum<?> constant) {
            text.append("enum ").append(constant.getDeclaringClass().getName()).append(' ').append(constant.name());
        } else if (value.getClass().isArray()) {
            text.append("array ").append(value.getClass().getComponentType().getName());
            text.append(' ').append(Array.getLength(value));
            return elements(value, Array.getLength(value), text, depth);
        } else if (value instanceof List<?> list && isOfTheJdk(value)) {
            text.append("list ").append(list.size());
            return elements(list.toArray(), list.size(), text, depth);
        } else if (value instanceof Collection<?> collection && isOfTheJdk(value) && collection.size() <= 1) {
            // Of more elements, the order may be none.
            text.append("collection ").append(collection.size());
            return elements(collection.toArray(), collection.size(), text, depth);
        } else if (value instanceof Optional<?> optional) {
            text.append("optional ").append(optional.isPresent() ? 1 : 0);
            return optional.isEmpty() || elements(new Object[] {optional.get()}, 1, text, depth);
        } else {
            return false;
        }
        return true;
    }

    private static boolean isOfTheJdk(Object value) {
        return value.getClass().getClassLoader() == null;
    }

    private static boolean elements(Object array, int count, StringBuilder text, int depth) {
        if (count > ELEMENTS || depth > 1) {
            return false;
        }
        for (int index = 0; index < count; index++) {
            text.append(' ');
            if (!words(Array.get(array, index), text, depth + 1)) {
                return false;
            }
        }
        return true;
    }

    private static boolean text(String value, StringBuilder text) {
        if (value.length() > LETTERS) {
            return false;
        }
        boolean isBelow = value.startsWith(FOLDER + File.separator);
        text.append(isBelow ? "place " : "text ");
        letters(isBelow ? value.substring(FOLDER.length()) : value, text);
        return true;
    }

    private static void letters(String value, StringBuilder text) {
        value.chars().forEach(letter -> text.append(String.format("%04x", letter)));
        text.append('.');
    }

    private static synchronized void tell(int number, String what) {
        if (Border.leave() || lines++ > LINES) {
            return;
        }
        try {
            Files.write(
                    FILE,
                    (number + " " + what + "\n").getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
