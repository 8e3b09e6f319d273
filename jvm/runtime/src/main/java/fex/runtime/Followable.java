package fex.runtime;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Of which objects is known what their fields mean, so that they can be put back: those of the project, arrays, and what the JDK has of
 * collections, buffers and the like, and what the thread that runs tests has in a {@link ThreadLocal}. What stands for a thread, a lock, a file or a class loader, and what belongs to a
 * library, is left alone: its fields are not all that there is to it.
 */
final class Followable {
    /** The beginnings of the names of JDK classes whose objects are data. */
    private static final List<String> DATA = List.of(
            "java.lang.AbstractStringBuilder",
            "java.lang.StringBu",
            "java.util.",
            "java.util.concurrent.ArrayBlockingQueue",
            "java.util.concurrent.ConcurrentHashMap",
            "java.util.concurrent.ConcurrentLinked",
            "java.util.concurrent.ConcurrentSkipList",
            "java.util.concurrent.CopyOnWriteArray",
            "java.util.concurrent.LinkedBlocking",
            "java.util.concurrent.PriorityBlocking",
            "java.util.concurrent.atomic.",
            "java.text.",
            "java.beans.ChangeListenerMap",
            "java.beans.PropertyChangeSupport",
            "java.io.ByteArray",
            "java.io.CharArray",
            "java.io.StringReader",
            "java.io.StringWriter",
            "java.io.Writer",
            "java.io.Reader",
            "java.io.OutputStream",
            "java.io.InputStream",
            "sun.util.calendar.");

    /** Those among them that are more than that, or never change. Of both lists, the longest beginning of a name counts. */
    private static final List<String> NO_DATA = List.of(
            "java.util.Currency",
            "java.util.Locale",
            "java.util.ResourceBundle",
            "java.util.Scanner",
            "java.util.ServiceLoader",
            "java.util.Timer",
            "java.util.UUID",
            "java.util.WeakHashMap",
            "java.util.concurrent.",
            "java.util.jar.",
            "java.util.logging.",
            "java.util.prefs.",
            "java.util.regex.",
            "java.util.spi.",
            "java.util.stream.",
            "java.util.zip.");

    /**
     * Fields of which it is known what they mean.
     *
     * @param changing those that can be assigned to
     * @param leading final ones that may hold something that can change
     */
    record Slots(Field[] changing, Field[] leading) {
        static final Slots NONE = new Slots(new Field[0], new Field[0]);

        boolean areNone() {
            return changing.length + leading.length == 0;
        }
    }

    private final Consumer<Class<?>> opener;

    /** The normal paths of the folders and jars of the project; if none are named, every folder is one of the project's. */
    private final Set<Path> own;

    /** Made when it is needed first. */
    private ThreadValues threadValues;

    /** What is known of the URLs where classes come from. */
    private final Map<String, Origin> origins = new ConcurrentHashMap<>();

    /**
     * Where classes come from.
     *
     * @param isOwn whether it is one of the project's folders and jars
     * @param folder its path if it is a folder of the machine; {@code null} otherwise
     */
    private record Origin(boolean isOwn, Path folder) {}

    private final ClassValue<Slots> slots = new ClassValue<>() {
        @Override
        protected Slots computeValue(Class<?> type) {
            return find(type, false);
        }
    };

    /**
     * @param opener makes the fields of a class of another module accessible
     * @param own the normal paths of the folders and jars of the project
     */
    Followable(Consumer<Class<?>> opener, Set<Path> own) {
        this.opener = opener;
        this.own = own;
    }

    /** Whether a class comes from where the project's do. */
    boolean isOfProject(Class<?> type) {
        Origin origin = origin(type);
        return origin != null && origin.isOwn();
    }

    /** Where a class comes from; {@code null} if nobody says so, or if it was loaded once more for what its initialiser does. */
    private Origin origin(Class<?> type) {
        if (type.getClassLoader() instanceof HeldClasses.Anew) {
            return null;
        }
        CodeSource source = type.getClassLoader() == null ? null : type.getProtectionDomain().getCodeSource();
        URL location = source == null ? null : source.getLocation();
        return location == null ? null : origins.computeIfAbsent(location.toExternalForm(), url -> origin(location));
    }

    /** Whether a class has tests, or prepares some, or is declared in one that does. */
    static boolean isTest(Class<?> type) {
        try {
            return isMarked(type) || (type.getDeclaringClass() != null && isTest(type.getDeclaringClass()));
        } catch (LinkageError missing) {
            return false;
        }
    }

    private static boolean isMarked(Class<?> type) {
        if (type.getSuperclass() != null && Environment.isFramework(type.getSuperclass().getName())) {
            return true;
        }
        for (Method method : type.getDeclaredMethods()) {
            for (Annotation annotation : method.getDeclaredAnnotations()) {
                if (Environment.isFramework(annotation.annotationType().getName())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The static fields of a class of the project. */
    Slots statics(Class<?> type) {
        return find(type, true);
    }

    /** What an object holds now; {@code null} if it is left alone, or holds nothing that could change. */
    Saved saved(Object object) throws IllegalAccessException {
        if (object.getClass().isArray()) {
            return new Saved.OfElements(object);
        }
        if (object instanceof ThreadLocal<?> local) {
            return saved(local);
        }
        Slots known = slots.get(object.getClass());
        return known.areNone() ? null : Saved.OfFields.now(object, known);
    }

    @SuppressWarnings("unchecked")
    private Saved saved(ThreadLocal<?> local) throws IllegalAccessException {
        if (threadValues == null) {
            threadValues = new ThreadValues(opener);
        }
        return new Saved.OfThread((ThreadLocal<Object>) local, threadValues);
    }

    private Slots find(Class<?> type, boolean isStatic) {
        List<Field> changing = new ArrayList<>();
        List<Field> leading = new ArrayList<>();
        for (Class<?> at = type; at != null; at = isStatic ? null : at.getSuperclass()) {
            if (isData(at.getName()) || (isOfProject(at) && !isMade(at))) {
                for (Field field : fields(at)) {
                    boolean isFinal = Modifier.isFinal(field.getModifiers());
                    // What is synthetic among static fields belongs to compilers and tools, such as what counts coverage.
                    boolean counts = Modifier.isStatic(field.getModifiers()) == isStatic && !(isStatic && field.isSynthetic());
                    if (counts && !(isFinal && isConstant(field.getType()))) {
                        (isFinal ? leading : changing).add(Fields.opened(field, opener));
                    }
                }
            }
        }
        boolean isEmpty = changing.isEmpty() && leading.isEmpty();
        return isEmpty ? Slots.NONE : new Slots(changing.toArray(Field[]::new), leading.toArray(Field[]::new));
    }

    private static Field[] fields(Class<?> type) {
        try {
            return type.getDeclaredFields();
        } catch (LinkageError missing) {
            Unheld.used("keeps what others left in " + type.getName() + ", of which something is missing");
            return new Field[0];
        }
    }

    private static boolean isConstant(Class<?> type) {
        return type.isPrimitive() || type == String.class || type == Class.class;
    }

    private static boolean isData(String name) {
        return longest(DATA, name) > longest(NO_DATA, name);
    }

    /** How long the longest one of some beginnings is that a name has. */
    private static int longest(List<String> beginnings, String name) {
        int longest = 0;
        for (String beginning : beginnings) {
            if (name.startsWith(beginning)) {
                longest = Math.max(longest, beginning.length());
            }
        }
        return longest;
    }

    private Origin origin(URL location) {
        // So class loaders tell folders from jars.
        boolean isFolder = location.getPath().endsWith("/");
        try {
            Path path = Path.of(location.toURI()).normalize();
            return new Origin(own.isEmpty() ? isFolder : own.contains(path), isFolder ? path : null);
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException elsewhere) {
            return new Origin(own.isEmpty() && isFolder, null);
        }
    }

    /** Whether a library has made a class for itself: what that keeps in fields is the library's. Those of lambdas are the JVM's. */
    private boolean isMade(Class<?> type) {
        if (type.isHidden()) {
            return false;
        }
        String file = type.getName().replace('.', '/') + ".class";
        Path folder = origin(type).folder();
        // A class loader asks all that comes before it on the class path, too.
        boolean isThere = folder != null && Files.exists(folder.resolve(file));
        return !isThere && type.getClassLoader().getResource(file) == null;
    }
}
