import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Plays the calls that a script describes, on objects whose fields it sets, and prints what the emitted contracts answer.
 *
 * <p>A line is words with tabs between. Values: {@code n} null, {@code i:1} an int, {@code l:1} a long, {@code b:true} a truth value,
 * {@code s:text} a string, {@code o:3} an object, {@code f:Class#FIELD} what a static field holds, {@code S:…},
 * {@code A:…} and {@code M:…} a set, an array and a map of such values, with commas between.
 */
public final class Judge {
    private final Map<String, Object> objects = new HashMap<>();
    private Class<?> invariant;
    private Object before;
    private Object after;

    public static void main(String[] arguments) throws Exception {
        Judge judge = new Judge();
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            judge.play(line.split("\t", -1));
        }
    }

    private void play(String[] words) throws Exception {
        switch (words[0]) {
            case "case" -> {
                invariant = Class.forName(words[1]);
                objects.clear();
            }
            case "new" -> objects.put(words[1], create(Class.forName(words[2])));
            case "set" -> field(objects.get(words[1]).getClass(), words[2]).set(objects.get(words[1]), value(words[3]));
            case "before" -> before = read(words[1]);
            case "after" -> after = read(words[1]);
            case "ask" -> System.out.println(answer(words));
            default -> throw new IllegalArgumentException(words[0]);
        }
    }

    private static Object create(Class<?> type) throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    private Object read(String root) throws ReflectiveOperationException {
        Constructor<?> constructor = invariant.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        return constructor.newInstance(objects.get(root));
    }

    /** What a method of the invariant class returns, or the exception that it throws. */
    private String answer(String[] words) throws ReflectiveOperationException {
        Object state = words[1].equals("before") ? before : after;
        List<Object> values = new ArrayList<>();
        for (int i = 3; i < words.length; i++) {
            values.add(words[i].equals("before") ? before : value(words[i]));
        }
        for (Method method : invariant.getDeclaredMethods()) {
            if (method.getName().equals(words[2]) && method.getParameterCount() == values.size()) {
                method.setAccessible(true);
                try {
                    return String.valueOf(method.invoke(state, values.toArray()));
                } catch (InvocationTargetException e) {
                    return e.getCause() + " at " + e.getCause().getStackTrace()[0];
                }
            }
        }
        throw new NoSuchMethodException(words[2]);
    }

    private Object value(String text) throws ReflectiveOperationException {
        String rest = text.substring(Math.min(2, text.length()));
        return switch (text.charAt(0)) {
            case 'n' -> null;
            case 'i' -> Integer.valueOf(rest);
            case 'l' -> Long.valueOf(rest);
            case 'b' -> Boolean.valueOf(rest);
            case 's' -> rest;
            case 'o' -> objects.get(rest);
            case 'f' -> field(Class.forName(rest.split("#")[0]), rest.split("#")[1]).get(null);
            case 'S' -> {
                Set<Object> set = new LinkedHashSet<>();
                for (String element : elements(rest)) {
                    set.add(value(element));
                }
                yield set;
            }
            case 'A' -> {
                List<Object> places = new ArrayList<>();
                for (String element : elements(rest)) {
                    places.add(value(element));
                }
                yield places.toArray();
            }
            case 'M' -> {
                Map<Object, Object> map = new IdentityHashMap<>();
                for (String entry : elements(rest)) {
                    map.put(value(entry.split("=")[0]), value(entry.split("=")[1]));
                }
                yield map;
            }
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static String[] elements(String list) {
        return list.isEmpty() ? new String[0] : list.split(",");
    }

    private static Field field(Class<?> type, String name) throws NoSuchFieldException {
        for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
            for (Field field : declaring.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(type + "." + name);
    }
}
