package fex.runtime;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.StackWalker.StackFrame;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The files that tests see, if they are held: those of the machine with what tests have changed. {@code fex.instrument.Redirections} has
 * the JDK ask where a file is, right before it asks the operating system for it.
 */
public final class HeldFiles {
    /** The path that the operating system is asked for, and the one that was asked for. */
    private record Asked(String place, String given) {}

    /** What the operating system was asked for last: its answer may have the path in it. */
    private static final ThreadLocal<Asked> ASKED = new ThreadLocal<>();

    /** Those of the flags with which a file is opened that are 0 where it is only read. */
    private static final int ACCESS_MODE = 3;

    /** The mode in which {@link java.io.RandomAccessFile} only reads. */
    private static final int READ_ONLY = 1;

    /** Whether {@link File} takes the empty path for that of the working folder; before, no file has it. */
    private static final boolean IS_EMPTY_FOLDER = Runtime.version().feature() >= 25;

    /** How many loop turns take about as long as a question about a file. */
    private static final long TURNS = 30;

    /** Whoever has the JVM itself, or another process, read a file that it has just written: to attach to its own process. */
    private static final List<String> ATTACHING = List.of("net.bytebuddy.agent.", "org.mockito.internal.creation.bytebuddy.");

    /** Where changes may be kept; null if nowhere. */
    private static Path folder;

    private static volatile Overlay overlay;

    /** What belongs to each machine, and whose files are no evidence of what a program depends on. */
    private static final List<String> OF_MACHINE = List.of("/proc/", "/sys/", "/dev/");

    private static final List<String> COMMON = List.of("/dev/null", "/dev/random", "/dev/urandom", "/dev/shm/");

    /** The folder that the program is told is its user's, if that is not there: it is as soon as somebody looks. */
    private static volatile String missingHome;

    private HeldFiles() {}

    /** A question for a place. */
    private interface Question {
        String place(Overlay overlay, String path) throws IOException;

        /** Whether the place is that of the machine as long as nothing has changed. */
        default boolean isOfReader() {
            return false;
        }
    }

    /** Where to read a file: a link or what it leads to; and whether that may be a folder whose entries are asked for. */
    private record Reader(boolean follows, boolean lists) implements Question {
        @Override
        public String place(Overlay overlay, String path) throws IOException {
            return lists ? overlay.listing(path, follows) : overlay.reading(path, follows);
        }

        @Override
        public boolean isOfReader() {
            return true;
        }
    }

    /** Says where changes are kept: a folder that need not be there yet. */
    public static void keptIn(Path where) {
        folder = where;
    }

    /** Files are held from now on; those of the machine are there as they are. */
    public static void hold() {
        if (folder == null) {
            return;
        }
        CallStack.ask(null, () -> {
            try {
                Overlay begun = new Overlay(Files.createDirectories(folder).toRealPath().toString());
                begun.clear();
                overlay = begun;
                String home = System.getProperty("user.home", "");
                missingHome = home.startsWith("/") && !new File(home).exists() ? home : null;
                return null;
            } catch (IOException problem) {
                throw new UncheckedIOException("fex cannot keep files in " + folder, problem);
            }
        });
    }

    /** Files are those of the machine again. */
    public static void letGo() {
        overlay = null;
    }

    /** Removes what tests have changed, when nothing follows. */
    public static void remove() {
        Overlay held = overlay;
        overlay = null;
        CallStack.ask(null, () -> {
            try {
                if (folder != null && Files.exists(folder)) {
                    (held == null ? new Overlay(folder.toRealPath().toString()) : held).clear();
                    Files.delete(folder);
                }
            } catch (IOException problem) {
                System.err.println("fex cannot remove " + folder + ": " + problem);
            }
            return null;
        });
    }

    /** Whether files are held. */
    static boolean areHeld() {
        return overlay != null;
    }

    /** Where to read a file: a link or what it leads to. */
    public static Path reading(Path path, boolean follows) {
        return placed(path, new Reader(follows, false));
    }

    /** Where to read one that may be a folder, whose entries are asked for. */
    public static Path listing(Path path, boolean follows) {
        return placed(path, new Reader(follows, true));
    }

    /** Where to create or change one. */
    public static Path changing(Path path, boolean follows) {
        return placed(path, changing(follows));
    }

    /** The same, where a flag says whether it is a link itself. */
    public static Path changingAt(Path path, int flag) {
        return changing(path, flag == 0);
    }

    /** Where to delete one. */
    public static Path removing(Path path) {
        return placed(path, attaching(Overlay::removing));
    }

    /** Where to move one from, or to. */
    public static Path moving(Path path) {
        return placed(path, attaching(Overlay::moving));
    }

    /**
     * Where to open one.
     *
     * @param flags as the operating system has them
     * @param direct those of them with which links are not followed
     */
    public static Path opening(Path path, int flags, int direct) {
        boolean follows = (flags & direct) == 0;
        return (flags & ACCESS_MODE) == 0 ? listing(path, follows) : changing(path, follows);
    }

    /** Where to read what a file or a link leads to. */
    public static File reading(File file) {
        return placed(file, new Reader(true, false));
    }

    /** The same of a folder whose entries are asked for. */
    public static File listing(File file) {
        return placed(file, new Reader(true, true));
    }

    /** The path without links of something that may not be there; null if that is for the operating system to say. */
    public static String canonical(File file) {
        if (overlay == null) {
            return null;
        }
        return CallStack.ask(null, () -> {
            Overlay held = overlay;
            String given = file.getPath();
            if (held == null || given.indexOf('\0') >= 0) {
                return null;
            }
            String absolute = Path.of(given).toAbsolutePath().toString();
            synchronized (held) {
                return held.isEmpty() ? null : held.canonical(absolute);
            }
        });
    }

    /** Where to change what a file or a link leads to. */
    public static File changing(File file) {
        return placed(file, changing(true));
    }

    /** Where to create a file. */
    public static File creating(File file) {
        return placed(file, changing(false));
    }

    /** Where to delete one. */
    public static File removing(File file) {
        return placed(file, attaching(Overlay::removing));
    }

    /** Where to move one from, or to. */
    public static File moving(File file) {
        return placed(file, attaching(Overlay::moving));
    }

    /** Where to read a file. */
    public static String reading(String path) {
        return placed(path, new Reader(true, false));
    }

    /** Where to change it. */
    public static String changing(String path) {
        return placed(path, changing(true));
    }

    /** Where to create one. */
    public static String creating(String path) {
        return placed(path, changing(false));
    }

    /** Where to open one in a mode of {@link java.io.RandomAccessFile}. */
    public static String opening(String path, int mode) {
        return (mode & READ_ONLY) != 0 ? reading(path) : changing(path);
    }

    /** The path that programs see, of one that the operating system has told or complained of. */
    public static String shown(String place) {
        Overlay held = overlay;
        if (held == null || place == null) {
            return place;
        }
        Asked asked = ASKED.get();
        return asked != null && asked.place().equals(place) ? asked.given() : held.shown(place);
    }

    /** The same, as the operating system writes it. */
    public static byte[] canonical(byte[] place) {
        Overlay held = overlay;
        if (held == null) {
            return place;
        }
        // Whatever else it is, the path of the private folder has these characters.
        String text = new String(place, StandardCharsets.ISO_8859_1);
        String root = new String(held.root().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        return text.startsWith(root + "/") ? text.substring(root.length()).getBytes(StandardCharsets.ISO_8859_1) : place;
    }

    /** The entries of a folder, in the order of their names. */
    public static DirectoryStream<Path> entries(DirectoryStream<Path> entries) {
        return overlay == null || CallStack.isAsking() ? entries : new Sorted(entries);
    }

    private static Question changing(boolean follows) {
        return attaching((held, name) -> held.changing(name, follows));
    }

    /** The answer to a question, but for those who need a file of the machine. */
    private static Question attaching(Question question) {
        return (held, name) -> isAttaching() ? name : question.place(held, name);
    }

    /** Whether a library works at the JVM itself, for which it needs the machine. */
    static boolean isAttaching() {
        // A program that one of them calls is none of them.
        String innermost = CallStack.WALKER.walk(frames -> frames.map(StackFrame::getClassName)
                .filter(name -> !Environment.isJdk(name))
                .findFirst()
                .orElse(""));
        return isIn(ATTACHING, innermost);
    }

    /** Whether a name begins like one of several. Each file that is looked for asks, and a loop needs no classes for that. */
    private static boolean isIn(List<String> beginnings, String name) {
        for (String beginning : beginnings) {
            if (name.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    /** Creates a folder, with those around it. */
    private static void create(Overlay held, String folder) throws IOException {
        if (!Files.exists(Path.of(held.reading(folder, true)))) {
            create(held, folder.substring(0, folder.lastIndexOf('/')));
            Files.createDirectory(Path.of(held.changing(folder, false)));
        }
    }

    /** Whether all files are there as they are: each class that is loaded asks. */
    private static boolean isAsOnMachine() {
        Overlay held = overlay;
        return held == null || held.isEmpty() && missingHome == null;
    }

    private static Path placed(Path path, Question question) {
        String given = overlay == null ? null : path.toString();
        String place = given == null ? null : place(given.isEmpty() ? "." : given, question);
        return place == null ? path : path.getFileSystem().getPath(place);
    }

    private static File placed(File file, Question question) {
        String given = overlay == null ? null : file.getPath();
        String place = given == null ? null : place(given.isEmpty() && IS_EMPTY_FOLDER ? "." : given, question);
        return place == null ? file : new File(place);
    }

    private static String placed(String path, Question question) {
        String place = overlay == null ? null : place(path, question);
        return place == null ? path : place;
    }

    /** Where a file is; null if it is where it was asked for. */
    private static String place(String given, Question question) {
        Probe.spend(TURNS);
        if (isIn(OF_MACHINE, given) && !isIn(COMMON, given)) {
            Unheld.used("opens " + given);
        }
        // The folders of an absolute path may have names that nobody here has chosen.
        if (!isAscii(given) && !new File(given).isAbsolute()) {
            Border.note("name a file " + given);
            Unheld.used("names a file " + given + ", which a JVM in another locale may not be able to");
        }
        if (question.isOfReader() && isAsOnMachine()) {
            return null;
        }
        return CallStack.ask(null, () -> {
            Overlay held = overlay;
            // What cannot be the path of a file is for the operating system to say.
            if (held == null || given.isEmpty() || given.indexOf('\0') >= 0) {
                return null;
            }
            String absolute = Path.of(given).toAbsolutePath().toString();
            try {
                String place;
                synchronized (held) {
                    if (missingHome != null && absolute.startsWith(missingHome)) {
                        create(held, missingHome);
                        missingHome = null;
                    }
                    place = question.place(held, absolute);
                }
                if (place.equals(absolute)) {
                    return null;
                }
                ASKED.set(new Asked(place, given));
                return place;
            } catch (IOException problem) {
                throw new UncheckedIOException("fex cannot keep " + given + " apart", problem);
            }
        });
    }

    /** Neither a stream nor a lambda: the JDK asks where files are while it makes these, too. */
    private static boolean isAscii(String name) {
        for (int index = 0; index < name.length(); index++) {
            if (name.charAt(index) > '~') {
                return false;
            }
        }
        return true;
    }

    /** The entries of a folder in the order of their names: that of the machine hangs on what happened there before. */
    private static final class Sorted implements DirectoryStream<Path> {
        private final DirectoryStream<Path> entries;

        Sorted(DirectoryStream<Path> entries) {
            this.entries = entries;
        }

        @Override
        public Iterator<Path> iterator() {
            List<Path> sorted = new ArrayList<>();
            DirectoryIteratorException[] problem = new DirectoryIteratorException[1];
            try {
                entries.iterator().forEachRemaining(sorted::add);
            } catch (DirectoryIteratorException unread) {
                problem[0] = unread;
            }
            sorted.sort(null);
            Iterator<Path> all = sorted.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    if (!all.hasNext() && problem[0] != null) {
                        throw problem[0];
                    }
                    return all.hasNext();
                }

                @Override
                public Path next() {
                    return all.next();
                }
            };
        }

        @Override
        public void close() throws IOException {
            entries.close();
        }
    }
}
