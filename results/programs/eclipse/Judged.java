import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** What a refactoring makes of a program: a program that compiles, and that says the same when it runs. */
final class Judged {
    /** The program after the refactoring, or why the engine refuses it; an error if it does harm without a word. */
    static String refactored(String kind, String text) {
        Compiled before = Compiled.of(text);
        if (!before.isOk()) {
            throw new IllegalArgumentException("the text does not compile: " + before.problem());
        }
        String made = Eclipse.refactored(kind, text);
        if (made.startsWith("refused: ")) {
            return made;
        }
        String warning = made.startsWith("warned: ") ? made.substring(0, made.indexOf('\n') + 1) : "";
        String after = made.substring(warning.length());
        Compiled compiled = Compiled.of(after);
        if (!compiled.isOk()) {
            throw new AssertionError("does not compile: " + compiled.problem() + "\n" + warning + after);
        }
        String was = said(before);
        String is = said(compiled);
        if (!was.equals(is)) {
            throw new AssertionError("says something else: " + was + " was said, and now " + is + "\n" + warning + after);
        }
        return made;
    }

    /** What `Main.run()` returns or throws, if it is a number, a string or null; nothing if there is no such method. */
    static String said(Compiled program) {
        try {
            Method run = program.loader().loadClass("Main").getDeclaredMethod("run");
            run.setAccessible(true);
            Object said = run.invoke(null);
            // What other objects are called says where they lie in memory.
            return said == null || said instanceof Number || said instanceof String ? String.valueOf(said) : "an object";
        } catch (InvocationTargetException error) {
            return error.getCause().getClass().getName();
        } catch (ClassNotFoundException | NoSuchMethodException error) {
            return "";
        } catch (IllegalAccessException error) {
            throw new IllegalStateException(error);
        }
    }

    private Judged() {}
}
