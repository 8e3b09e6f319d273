package fex.runtime;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What code that fex makes up must not do: change files, but for one folder, start programs, reach the network, end the JVM, or
 * change what all of the JVM shares. {@code fex.instrument.Gates} has the methods of the JDK call this first; while the border is
 * closed, they throw instead.
 *
 * <p>Whoever closes it has to look at {@link #end} or {@link #leave} as well, because the code may catch what is thrown.
 */
public final class Border {
    /** The options that open a file for more than reading, by name. */
    private static final Set<String> WRITING =
            Set.of("WRITE", "APPEND", "CREATE", "CREATE_NEW", "TRUNCATE_EXISTING", "DELETE_ON_CLOSE");

    /** Whether it is closed for all threads. */
    private static volatile boolean isClosed;

    /** Whether what all of the JVM shares must not change either. */
    private static volatile boolean isShared;

    /** Whether it is closed for one thread, and whether something was refused there. */
    private static final class Here {
        private boolean isClosed;
        private boolean isRefused;
    }

    private static final ThreadLocal<Here> HERE = ThreadLocal.withInitial(Here::new);

    /** Has the JDK call this class. */
    private static Runnable guard = () -> {
        throw new IllegalStateException("nobody guards the border");
    };

    /** The real path of the only folder in which files may change; null if there is none. */
    private static volatile Path folder;

    /** Whether files may change wherever they are held. */
    private static volatile boolean passesHeldFiles;

    /** What was refused or noted first since somebody asked; empty if nothing was. */
    private static volatile String refused = "";

    private Border() {}

    /** Nothing of this process leaves it. */
    static final class Refused extends Error {
        private static final long serialVersionUID = 1L;

        Refused(String what) {
            super("fex lets nothing that it tries out do this: " + what, null, false, false);
        }
    }

    /** Says what has the JDK call this class; it runs once, before the border is closed for the first time. */
    public static void guardedBy(Runnable by) {
        guard = by;
    }

    private static synchronized void guard() {
        guard.run();
        guard = () -> {};
    }

    /**
     * Lets files change in one folder.
     *
     * @param only its real path
     */
    public static void within(Path only) {
        folder = only;
    }

    /** Lets files change wherever they are held: for tests that have them held, too. Others would change those of the machine. */
    public static void passHeldFiles() {
        passesHeldFiles = true;
    }

    /** Closes the border for all threads. */
    public static void close() {
        guard();
        isClosed = true;
    }

    /** Opens it again, as what ends the JVM has to. */
    public static void open() {
        isClosed = false;
    }

    /** Closes the border for the thread that calls this. */
    public static void enter() {
        guard();
        Here here = HERE.get();
        here.isClosed = true;
        here.isRefused = false;
    }

    /** Opens it again for this thread; returns whether something was refused since {@link #enter}. */
    public static boolean leave() {
        Here here = HERE.get();
        here.isClosed = false;
        return here.isRefused;
    }

    /** Closes the border until {@link #end} for what all of the JVM shares, too. */
    public static void begin() {
        refused = "";
        isShared = isClosed;
    }

    /** What was refused or noted first since {@link #begin}, in words that follow "would"; empty if nothing was. */
    public static String end() {
        isShared = false;
        return refused;
    }

    /**
     * Called first in methods of the JDK that change something outside of the JVM.
     *
     * @param what it does, in words that follow "would"
     * @param on what it does that to, if anything
     */
    public static void pass(String what, Object on) {
        if ((isClosed || HERE.get().isClosed) && !isInside(on)) {
            refuse(on == null ? what : what + " " + on);
        }
    }

    /**
     * Called first in methods of the JDK that change what a view shows of a file, which nobody but the view knows.
     *
     * @param what they do, in words that follow "would"
     */
    public static void view(String what) {
        if ((isClosed || HERE.get().isClosed) && !areFilesPrivate()) {
            refuse(what);
        }
    }

    /** Whether all files, wherever they seem to be, are in a folder that is private to the JVM. */
    private static boolean areFilesPrivate() {
        return passesHeldFiles && HeldFiles.areHeld();
    }

    /** Whether something is a file in the folder, or would be if it were there, wherever links lead. */
    private static boolean isInside(Object on) {
        Path only = folder;
        if (!(on instanceof Path || on instanceof File)) {
            return false;
        }
        if (areFilesPrivate()) {
            return true;
        }
        if (only == null) {
            return false;
        }
        try {
            Path path = on instanceof File file ? file.toPath() : (Path) on;
            Path there = path.toAbsolutePath().normalize();
            if (path.getFileSystem() != only.getFileSystem() || !there.startsWith(only)) {
                return false;
            }
            while (!Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
                there = there.getParent();
            }
            // The folder itself may be gone.
            return only.startsWith(there) || there.toRealPath().startsWith(only);
        } catch (IOException | RuntimeException unknown) {
            return false;
        }
    }

    /**
     * Called first where a thread is to start at the JVM's end.
     *
     * <p>The initialiser of a class is not refused that, or the class could not be used any more: a thread that does nothing starts in the place
     * of its own.
     *
     * @param what it does, in words that follow "would"
     * @return the thread that is to start
     */
    public static Thread later(String what, Thread thread) {
        if (thread == null || !(isClosed || HERE.get().isClosed)) {
            return thread;
        }
        if (!isWithin(frame -> frame.getMethodName().equals("<clinit>"))) {
            refuse(what);
        }
        return new Thread(() -> {}, thread.getName());
    }

    /**
     * Called first in methods of the JDK that change what all of the JVM shares.
     *
     * <p>A native library of the JDK that is loaded is not refused that: the one of AWT sets a property, and ends the JVM where it cannot.
     *
     * @param what they do, in words that follow "would"
     */
    public static void share(String what) {
        if ((isShared || HERE.get().isClosed) && !isWithin(Border::loadsNatively)) {
            refuse(what);
        }
    }

    private static boolean loadsNatively(StackWalker.StackFrame frame) {
        return frame.getClassName().equals("jdk.internal.loader.NativeLibraries") && frame.getMethodName().equals("load");
    }

    /** Whether something that is wanted is running on this thread. */
    private static boolean isWithin(Predicate<StackWalker.StackFrame> wanted) {
        return StackWalker.getInstance().walk(frames -> frames.anyMatch(wanted));
    }

    /**
     * Lets something pass that comes to something else on other machines, for {@link #end} to tell, whether the border is closed or not.
     *
     * @param what it does, in words that follow "would"
     */
    static void note(String what) {
        if (refused.isEmpty()) {
            refused = what;
        }
    }

    private static void refuse(String what) {
        note(what);
        HERE.get().isRefused = true;
        throw new Refused(what);
    }

    /**
     * Called first in methods of the JDK that open a file.
     *
     * @param how the mode, like {@code "rw"}, or the options
     * @param file the file
     */
    public static void open(Object how, Object file) {
        boolean isRead = how instanceof Set<?> options
                ? options.stream().noneMatch(option -> WRITING.contains(String.valueOf(option)))
                : how == null || how.equals("r");
        if (!isRead) {
            pass("write", file);
        }
    }
}
