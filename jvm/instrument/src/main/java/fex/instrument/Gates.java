package fex.instrument;

import fex.runtime.Border;
import java.nio.file.FileSystems;
import java.nio.file.spi.FileSystemProvider;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Has the methods of the JDK through which a program changes something outside of the JVM ask the {@link Border} first.
 *
 * <p>These are few, because all others lead through them: {@code FileWriter} makes a {@code FileOutputStream}, and all of {@code
 * Files} asks the provider of the file system.
 */
public final class Gates implements Pass {
    private static final String BORDER = Type.getInternalName(Border.class);

    /** Where the provider of the file system keeps what changes attributes. */
    private static final String VIEWS = "sun/nio/fs/";

    /**
     * Some methods of a class.
     *
     * @param methods their names, with their descriptors where there are others of the same name
     * @param what they do, in words that follow "would"
     * @param on the number of the parameter that they do it to, 0 the first; -1 the object itself, -2 nothing, -3 what all of the
     *     JVM shares, -4 a thread, the only parameter, that starts at the JVM's end
     * @param how the number of the parameter that says whether a file is only read; -1 none
     */
    private record Gate(Set<String> methods, String what, int on, int how) {
        static Gate of(String what, int on, String... methods) {
            return new Gate(Set.of(methods), what, on, -1);
        }
    }

    private static final int ITSELF = -1;
    private static final int NOTHING = -2;
    private static final int SHARED = -3;
    private static final int LATER = -4;
    private static final int VIEWED = -5;

    /** The gates of each class, by its internal name. */
    private final Map<String, List<Gate>> gates = new HashMap<>();

    /** Those of the JDK that runs this. */
    public Gates() {
        // The constructors that take names, or no mode, lead to these.
        gates.put("java/io/FileOutputStream", List.of(Gate.of("write", 0, "<init>(Ljava/io/File;Z)V")));
        gates.put(
                "java/io/RandomAccessFile",
                List.of(new Gate(Set.of("<init>(Ljava/io/File;Ljava/lang/String;)V"), "write", 0, 1)));
        gates.put(
                "java/io/File",
                List.of(
                        Gate.of("create the file", ITSELF, "createNewFile"),
                        Gate.of(
                                "create a temporary file",
                                2,
                                "createTempFile(Ljava/lang/String;Ljava/lang/String;Ljava/io/File;)Ljava/io/File;"),
                        Gate.of("create the folder", ITSELF, "mkdir"),
                        Gate.of("delete", ITSELF, "delete", "deleteOnExit"),
                        Gate.of("rename", ITSELF, "renameTo"),
                        Gate.of("create", 0, "renameTo"),
                        Gate.of(
                                "change",
                                ITSELF,
                                "setLastModified",
                                "setReadOnly",
                                "setWritable",
                                "setReadable",
                                "setExecutable")));
        List<Gate> provider = List.of(
                new Gate(
                        Set.of("newByteChannel", "newFileChannel", "newAsynchronousFileChannel"), "write", 0, 1),
                Gate.of("write", 0, "newOutputStream"),
                Gate.of("create", 0, "createDirectory"),
                // Through a link, one leaves any folder.
                Gate.of("create a link", NOTHING, "createSymbolicLink", "createLink"),
                Gate.of("delete", 0, "delete", "deleteIfExists"),
                Gate.of("create", 1, "copy", "move"),
                Gate.of("delete", 0, "move"),
                Gate.of("change", 0, "setAttribute"));
        Class<?> type = FileSystems.getDefault().provider().getClass();
        for (; type != FileSystemProvider.class; type = type.getSuperclass()) {
            gates.put(Type.getInternalName(type), provider);
        }
        gates.put("java/lang/ProcessBuilder", List.of(Gate.of("start a process", NOTHING, "start", "startPipeline")));
        gates.put(
                "java/lang/Runtime",
                List.of(Gate.of("end the JVM", NOTHING, "exit", "halt"), Gate.of("act at the JVM's end", LATER, "addShutdownHook")));
        List<Gate> connections = List.of(Gate.of("use the network", NOTHING, "connect", "bind"));
        gates.put("java/net/Socket", connections);
        gates.put("java/net/ServerSocket", connections);
        gates.put("sun/nio/ch/Net", connections);
        gates.put("sun/nio/ch/UnixDomainSockets", connections);
        gates.put("sun/nio/ch/DatagramChannelImpl", List.of(Gate.of("use the network", NOTHING, "connect", "bind", "send")));
        gates.put(
                "java/net/InetAddress",
                List.of(
                        Gate.of("look up a host", 0, "getAddressesFromNameService"),
                        Gate.of("look up a host", NOTHING, "getHostFromNameService", "getLocalHost")));
        gates.put(
                "java/lang/System",
                List.of(
                        Gate.of("set a system property", SHARED, "setProperty", "setProperties", "clearProperty"),
                        Gate.of("replace a standard stream", SHARED, "setIn", "setOut", "setErr")));
        gates.put("java/util/Locale", List.of(Gate.of("set the default locale", SHARED, "setDefault")));
        gates.put("java/util/TimeZone", List.of(Gate.of("set the default time zone", SHARED, "setDefault")));
    }

    @Override
    public Layer layer() {
        return Layer.BODIES;
    }

    @Override
    public boolean concerns(String name) {
        return gates.containsKey(name) || isView(name);
    }

    private static boolean isView(String name) {
        return name.startsWith(VIEWS) && name.contains("FileAttributeView");
    }

    @Override
    public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
        if ((access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) != 0) {
            return to;
        }
        if (isView(of.name())) {
            boolean changes = name.startsWith("set") || name.equals("write") || name.equals("delete");
            return changes ? new Gated(to, Gate.of("change a file", VIEWED, name), access, descriptor) : to;
        }
        MethodVisitor gated = to;
        for (Gate gate : gates.getOrDefault(of.name(), List.of())) {
            if (gate.methods().contains(name) || gate.methods().contains(name + descriptor)) {
                gated = new Gated(gated, gate, access, descriptor);
            }
        }
        return gated;
    }

    /** Writes a method that asks first. */
    private static final class Gated extends MethodVisitor {
        private final Gate gate;
        private final int access;
        private final String descriptor;

        Gated(MethodVisitor to, Gate gate, int access, String descriptor) {
            super(Opcodes.ASM9, to);
            this.gate = gate;
            this.access = access;
            this.descriptor = descriptor;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (gate.how() >= 0) {
                super.visitVarInsn(Opcodes.ALOAD, place(gate.how()));
                on();
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC, BORDER, "open", "(Ljava/lang/Object;Ljava/lang/Object;)V", false);
            } else if (gate.on() == LATER) {
                super.visitLdcInsn(gate.what());
                super.visitVarInsn(Opcodes.ALOAD, place(0));
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC, BORDER, "later", "(Ljava/lang/String;Ljava/lang/Thread;)Ljava/lang/Thread;", false);
                super.visitVarInsn(Opcodes.ASTORE, place(0));
            } else if (gate.on() == SHARED || gate.on() == VIEWED) {
                super.visitLdcInsn(gate.what());
                String asked = gate.on() == SHARED ? "share" : "view";
                super.visitMethodInsn(Opcodes.INVOKESTATIC, BORDER, asked, "(Ljava/lang/String;)V", false);
            } else {
                super.visitLdcInsn(gate.what());
                on();
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC, BORDER, "pass", "(Ljava/lang/String;Ljava/lang/Object;)V", false);
            }
        }

        private void on() {
            switch (gate.on()) {
                case NOTHING -> super.visitInsn(Opcodes.ACONST_NULL);
                case ITSELF -> super.visitVarInsn(Opcodes.ALOAD, 0);
                default -> super.visitVarInsn(Opcodes.ALOAD, place(gate.on()));
            }
        }

        /** The place of a parameter among the local variables. */
        private int place(int parameter) {
            int place = (access & Opcodes.ACC_STATIC) == 0 ? 1 : 0;
            Type[] types = Type.getArgumentTypes(descriptor);
            for (int index = 0; index < parameter; index++) {
                place += types[index].getSize();
            }
            return place;
        }
    }
}
