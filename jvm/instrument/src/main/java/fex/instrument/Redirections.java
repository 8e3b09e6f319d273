package fex.instrument;

import fex.runtime.HeldConsole;
import fex.runtime.HeldFiles;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Has the JDK ask {@link HeldFiles} for the place of a file, right before it asks the operating system for the file.
 *
 * <p>These places are few, because all others lead through them: what is in {@code java.nio.file} calls the dispatcher of the file
 * system, and {@code java.io} has one method for each thing that can be done to a file. A stream at the descriptor of a standard one asks
 * {@link HeldConsole}, whoever has opened it.
 */
public final class Redirections implements Pass {
    private static final String FILES = Type.getInternalName(HeldFiles.class);
    private static final String CONSOLE = Type.getInternalName(HeldConsole.class);
    private static final String DISPATCHER = "sun/nio/fs/UnixNativeDispatcher";
    private static final String PROVIDER = "sun/nio/fs/UnixFileSystemProvider";
    private static final String PATH = "sun/nio/fs/UnixPath";
    private static final String PROBLEM = "sun/nio/fs/UnixException";
    private static final String WATCHING = "sun/nio/fs/LinuxWatchService$Poller";
    private static final String CONSTANTS = "sun/nio/fs/UnixConstants";
    private static final String FILE = "java/io/File";
    private static final String MISSING = "java/io/FileNotFoundException";
    private static final String RUNTIME = "java/lang/Runtime";
    private static final String LIBRARIES = "sun/instrument/InstrumentationImpl";
    private static final String PREFERENCES = "java/util/prefs/FileSystemPreferences";

    private static final String ANY_PATH = "Ljava/nio/file/Path;";
    private static final String ANY_FILE = "L" + FILE + ";";
    private static final String STRING = "Ljava/lang/String;";

    /** The streams that are opened by name. */
    private static final Set<String> STREAMS =
            Set.of("java/io/FileInputStream", "java/io/FileOutputStream", "java/io/RandomAccessFile");

    /** What is read and written through a stream that a program has opened at the descriptor of a standard one. */
    private static final Set<String> STANDARD = Set.of(
            "read()I", "read([B)I", "read([BII)I", "skip(J)J", "available()I", "write(I)V", "write([B)V", "write([BII)V");

    private static final Set<String> CLASSES = Set.of(
            DISPATCHER, PROVIDER, PATH, PROBLEM, WATCHING, FILE, MISSING, RUNTIME, LIBRARIES, PREFERENCES);

    /** What is done to a file, and whether to what a link leads to. */
    private enum Use {
        READING(true),
        READING_LINK(false),
        LISTING(true),
        CHANGING(true),
        CREATING(false),
        REMOVING(false),
        MOVING(false);

        private final boolean follows;

        Use(boolean follows) {
            this.follows = follows;
        }

        String method() {
            return switch (this) {
                case READING_LINK -> "reading";
                default -> name().toLowerCase(Locale.ROOT);
            };
        }
    }

    /** What the methods of the dispatcher do to their paths. */
    private static final Map<String, Use> DISPATCHED = Map.ofEntries(
            Map.entry("stat", Use.READING),
            Map.entry("stat2", Use.READING),
            Map.entry("opendir", Use.LISTING),
            Map.entry("access", Use.READING),
            Map.entry("exists", Use.READING),
            Map.entry("statvfs", Use.READING),
            Map.entry("realpath", Use.READING),
            Map.entry("lstat", Use.READING_LINK),
            Map.entry("readlink", Use.READING_LINK),
            Map.entry("chmod", Use.CHANGING),
            Map.entry("chown", Use.CHANGING),
            Map.entry("utimes", Use.CHANGING),
            Map.entry("lchown", Use.CREATING),
            Map.entry("lutimes", Use.CREATING),
            Map.entry("mkdir", Use.CREATING),
            Map.entry("mknod", Use.CREATING),
            Map.entry("symlink", Use.CREATING),
            Map.entry("link", Use.CREATING),
            Map.entry("fchmodat", Use.CHANGING),
            Map.entry("utimensat", Use.CHANGING),
            Map.entry("unlink", Use.REMOVING),
            Map.entry("rmdir", Use.REMOVING),
            Map.entry("rename", Use.MOVING));

    /** What the methods of {@link java.io.File} do to it. */
    private static final Map<String, Use> OF_FILE = Map.ofEntries(
            Map.entry("canRead", Use.READING),
            Map.entry("canWrite", Use.READING),
            Map.entry("canExecute", Use.READING),
            Map.entry("exists", Use.READING),
            Map.entry("isDirectory", Use.READING),
            Map.entry("isFile", Use.READING),
            Map.entry("isHidden", Use.READING),
            Map.entry("length", Use.READING),
            Map.entry("lastModified", Use.READING),
            Map.entry("normalizedList", Use.LISTING),
            Map.entry("createNewFile", Use.CREATING),
            Map.entry("mkdir", Use.CREATING),
            Map.entry("delete", Use.REMOVING),
            Map.entry("renameTo", Use.MOVING),
            Map.entry("setLastModified", Use.CHANGING),
            Map.entry("setReadOnly", Use.CHANGING),
            Map.entry("setWritable", Use.CHANGING),
            Map.entry("setReadable", Use.CHANGING),
            Map.entry("setExecutable", Use.CHANGING));

    @Override
    public Layer layer() {
        return Layer.INSTRUCTIONS;
    }

    @Override
    public boolean concerns(String name) {
        return CLASSES.contains(name) || STREAMS.contains(name);
    }

    @Override
    public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
        if ((access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) != 0) {
            return to;
        }
        Rewriting.Variables variables = new Rewriting.Variables(access, descriptor);
        if (STREAMS.contains(of.name())) {
            if (name.equals("open")) {
                return new Rewriting.Beginning(to, code -> stream(code, of.name()));
            } else if (name.equals("<init>") && descriptor.equals("(Ljava/io/FileDescriptor;)V")) {
                return new Rewriting.Ending(to, Redirections::described);
            }
            boolean isStandard = STANDARD.contains(name + descriptor) && !of.name().endsWith("RandomAccessFile");
            return isStandard ? new Rewriting.Beginning(to, code -> standard(code, name, descriptor)) : to;
        }
        return switch (of.name()) {
            case DISPATCHER -> dispatched(to, name, descriptor, variables);
            case PROVIDER -> name.equals("newDirectoryStream")
                    ? new Rewriting.Answered(to, FILES, "entries", "(Ljava/nio/file/DirectoryStream;)Ljava/nio/file/DirectoryStream;")
                    : to;
            case PATH -> name.equals("openForAttributeAccess") ? new Rewriting.Beginning(to, Redirections::attributes) : to;
            case PROBLEM -> name.equals("translateToIOException") ? new Rewriting.Beginning(to, Redirections::messages) : to;
            case FILE -> ofFile(to, access, name, descriptor);
            case MISSING -> descriptor.equals("(" + STRING + STRING + ")V")
                    ? new Rewriting.Beginning(to, code -> shown(code, 1))
                    : to;
            case RUNTIME -> name.equals("load0") ? new Rewriting.Beginning(to, Redirections::library) : to;
            case WATCHING -> new Rewriting.Called(to, PATH, "getByteArrayForSysCalls", true, Redirections::watched);
            case LIBRARIES -> new Rewriting.Called(to, "java/util/jar/JarFile", "getName", false, Redirections::read);
            default -> new Rewriting.Called(to, FILE, "getCanonicalPath", false, Redirections::change);
        };
    }

    private static MethodVisitor dispatched(
            MethodVisitor to, String name, String descriptor, Rewriting.Variables variables) {
        int path = variables.of(PATH);
        if (path < 0) {
            return to;
        } else if (name.equals("open")) {
            return new Rewriting.Beginning(to, code -> opened(code, path));
        }
        Use use = DISPATCHED.get(name);
        if (use == null) {
            return to;
        }
        // What may begin at an open folder has the path second, and last a flag that says whether links are followed.
        boolean isFlagged = path > 0 && use == Use.CHANGING;
        MethodVisitor answered = name.equals("realpath") ? new Rewriting.Answered(to, FILES, "canonical", "([B)[B") : to;
        return new Rewriting.Beginning(answered, code -> {
            for (int index : variables.all(PATH)) {
                code.visitVarInsn(Opcodes.ALOAD, index);
                if (isFlagged) {
                    code.visitVarInsn(Opcodes.ILOAD, variables.last());
                    ask(code, "changingAt", "(" + ANY_PATH + "I)" + ANY_PATH);
                } else if (use == Use.REMOVING || use == Use.MOVING) {
                    ask(code, use.method(), "(" + ANY_PATH + ")" + ANY_PATH);
                } else {
                    code.visitInsn(use.follows ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
                    ask(code, use == Use.CREATING ? "changing" : use.method(), "(" + ANY_PATH + "Z)" + ANY_PATH);
                }
                code.visitTypeInsn(Opcodes.CHECKCAST, PATH);
                code.visitVarInsn(Opcodes.ASTORE, index);
            }
        });
    }

    private static void opened(MethodVisitor code, int path) {
        code.visitVarInsn(Opcodes.ALOAD, path);
        code.visitVarInsn(Opcodes.ILOAD, path + 1);
        code.visitFieldInsn(Opcodes.GETSTATIC, CONSTANTS, "O_NOFOLLOW", "I");
        code.visitFieldInsn(Opcodes.GETSTATIC, CONSTANTS, "O_EXCL", "I");
        code.visitInsn(Opcodes.IOR);
        ask(code, "opening", "(" + ANY_PATH + "II)" + ANY_PATH);
        code.visitTypeInsn(Opcodes.CHECKCAST, PATH);
        code.visitVarInsn(Opcodes.ASTORE, path);
    }

    /** What opens a file to change its attributes opens it to read only. */
    private static void attributes(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitVarInsn(Opcodes.ILOAD, 1);
        ask(code, "changing", "(" + ANY_PATH + "Z)" + ANY_PATH);
        code.visitTypeInsn(Opcodes.CHECKCAST, PATH);
        code.visitVarInsn(Opcodes.ASTORE, 0);
    }

    private static void messages(MethodVisitor code) {
        shown(code, 1);
        shown(code, 2);
    }

    private static void shown(MethodVisitor code, int variable) {
        code.visitVarInsn(Opcodes.ALOAD, variable);
        ask(code, "shown", "(" + STRING + ")" + STRING);
        code.visitVarInsn(Opcodes.ASTORE, variable);
    }

    private static void stream(MethodVisitor code, String stream) {
        code.visitVarInsn(Opcodes.ALOAD, 1);
        if (stream.endsWith("RandomAccessFile")) {
            code.visitVarInsn(Opcodes.ILOAD, 2);
            ask(code, "opening", "(" + STRING + "I)" + STRING);
        } else {
            ask(code, stream.endsWith("InputStream") ? "reading" : "changing", "(" + STRING + ")" + STRING);
        }
        code.visitVarInsn(Opcodes.ASTORE, 1);
    }

    private static void described(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitMethodInsn(
                Opcodes.INVOKESTATIC, CONSOLE, "opened", "(Ljava/lang/Object;Ljava/io/FileDescriptor;)V", false);
    }

    /** Has a method of a stream do at once what the console does, if that is where the stream leads to. */
    private static void standard(MethodVisitor code, String name, String descriptor) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, CONSOLE, "isStandard", "(Ljava/lang/Object;)Z", false);
        Rewriting.unlessFalse(code, returning -> {
            boolean writes = name.equals("write");
            if (writes) {
                returning.visitVarInsn(Opcodes.ALOAD, 0);
            }
            int variable = 1;
            for (Type type : Type.getArgumentTypes(descriptor)) {
                returning.visitVarInsn(type.getOpcode(Opcodes.ILOAD), variable);
                variable += type.getSize();
            }
            String asked = writes ? descriptor.replace("(", "(Ljava/lang/Object;") : descriptor;
            returning.visitMethodInsn(Opcodes.INVOKESTATIC, CONSOLE, name, asked, false);
            returning.visitInsn(Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN));
        });
    }

    private static void library(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 2);
        read(code);
        code.visitVarInsn(Opcodes.ASTORE, 2);
    }

    private static void read(MethodVisitor code) {
        ask(code, "reading", "(" + STRING + ")" + STRING);
    }

    private static void change(MethodVisitor code) {
        ask(code, "changing", "(" + STRING + ")" + STRING);
    }

    private static void watched(MethodVisitor code) {
        code.visitInsn(Opcodes.ICONST_1);
        ask(code, "changing", "(" + ANY_PATH + "Z)" + ANY_PATH);
        code.visitTypeInsn(Opcodes.CHECKCAST, PATH);
    }

    private static MethodVisitor ofFile(MethodVisitor to, int access, String name, String descriptor) {
        if ((access & Opcodes.ACC_STATIC) != 0) {
            return new Rewriting.Called(to, "java/io/FileSystem", "createFileExclusively", true, code ->
                    ask(code, "creating", "(" + STRING + ")" + STRING));
        }
        if (name.equals("getCanonicalPath")) {
            return new Rewriting.Beginning(to, Redirections::canonical);
        }
        Use use = OF_FILE.get(name);
        return use == null ? to : new Rewriting.Beginning(to, code -> {
            file(code, use, 0);
            if (descriptor.startsWith("(" + ANY_FILE)) {
                file(code, use, 1);
            }
        });
    }

    /** Returns what it is told, if anything. */
    private static void canonical(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        ask(code, "canonical", "(" + ANY_FILE + ")" + STRING);
        Rewriting.returnUnlessNull(code, "java/lang/String");
    }

    private static void file(MethodVisitor code, Use use, int variable) {
        code.visitVarInsn(Opcodes.ALOAD, variable);
        ask(code, use.method(), "(" + ANY_FILE + ")" + ANY_FILE);
        code.visitVarInsn(Opcodes.ASTORE, variable);
    }

    private static void ask(MethodVisitor code, String method, String descriptor) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, FILES, method, descriptor, false);
    }
}
