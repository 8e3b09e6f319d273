package fex.instrument;

import fex.instrument.Rewriting.Code;
import fex.runtime.Environment;
import fex.runtime.HeldExit;
import fex.runtime.HeldMachine;
import fex.runtime.HeldNetwork;
import fex.runtime.HeldProcesses;
import fex.runtime.HeldStacks;
import fex.runtime.Unheld;
import java.util.Map;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Has the JDK ask the virtual environment for what surrounds the process: environment variables, processes, the network, the end of the JVM,
 * the numbers in names of threads, and stack traces. What is the machine's own, though the rest is virtual, it tells {@link Unheld}.
 */
public final class Machines implements Pass {
    private static final String MACHINE = Type.getInternalName(HeldMachine.class);
    private static final String NETWORK = Type.getInternalName(HeldNetwork.class);
    private static final String PROCESSES = Type.getInternalName(HeldProcesses.class);
    private static final String EXIT = Type.getInternalName(HeldExit.class);
    private static final String STACKS = Type.getInternalName(HeldStacks.class);
    private static final String UNHELD = Type.getInternalName(Unheld.class);
    private static final String ENVIRONMENT = Type.getInternalName(Environment.class);

    private static final String STRING = "Ljava/lang/String;";
    private static final String MAP = "Ljava/util/Map;";
    private static final String ADDRESS = "Ljava/net/InetAddress;";
    private static final String NET = "sun/nio/ch/Net";

    /** Makes of what writes a method what writes it otherwise. */
    private interface Change {
        MethodVisitor of(MethodVisitor to);
    }

    /** Something comes first. */
    private record Beginning(Code code) implements Change {
        @Override
        public MethodVisitor of(MethodVisitor to) {
            return new Rewriting.Beginning(to, code);
        }
    }

    /** Something comes first, and something last. */
    private record Around(Code first, Code last) implements Change {
        @Override
        public MethodVisitor of(MethodVisitor to) {
            return new Rewriting.Ending(new Rewriting.Beginning(to, first), last);
        }
    }

    /** Something comes before or after each call of another method. */
    private record Called(String owner, String method, boolean isBefore, Code code) implements Change {
        @Override
        public MethodVisitor of(MethodVisitor to) {
            return new Rewriting.Called(to, owner, method, isBefore, code);
        }
    }

    /** Something else of the same type is returned. */
    private record Answered(String owner, String method, String type) implements Change {
        @Override
        public MethodVisitor of(MethodVisitor to) {
            return new Rewriting.Answered(to, owner, method, "(" + type + ")" + type);
        }
    }

    /** Code that asks for something. Method references in its place would take a JVM that has just begun 15 ms. */
    private enum Asking implements Code {
        SENDS,
        VARIABLE,
        VARIABLES,
        PROPERTY,
        PROCESS,
        EXIT,
        ADD_HOOK,
        REMOVE_HOOK,
        LIBRARY,
        POOL_NUMBER,
        ADDRESSES,
        HOST,
        LOCAL_HOST,
        REACHABLE,
        INTERFACES,
        CONNECTING,
        BINDING,
        BOUND,
        SENDING,
        LOCAL,
        PROCESSES,
        SPACE,
        HANDLE;

        @Override
        public void write(MethodVisitor code) {
            switch (this) {
                case SENDS -> sends(code);
                case VARIABLE -> variable(code);
                case VARIABLES -> variables(code);
                case PROPERTY -> property(code);
                case PROCESS -> process(code);
                case EXIT -> exit(code);
                case ADD_HOOK -> addHook(code);
                case REMOVE_HOOK -> removeHook(code);
                case LIBRARY -> library(code);
                case POOL_NUMBER -> ask(code, MACHINE, "poolNumber", "(I)I");
                case ADDRESSES -> addresses(code);
                case HOST -> host(code);
                case LOCAL_HOST -> localHost(code);
                case REACHABLE -> reachable(code);
                case INTERFACES -> tell(code, "interfaces");
                case CONNECTING -> connecting(code);
                case BINDING -> binding(code);
                case BOUND -> bound(code);
                case SENDING -> sending(code);
                case LOCAL -> local(code);
                case PROCESSES -> tell(code, "processes");
                case SPACE -> tell(code, "space");
                case HANDLE -> handle(code);
            }
        }
    }

    /** Where something is sent, or the end of it. */
    private static final Map<String, Change> SENDING = Map.of(
            "write", new Beginning(Asking.SENDS),
            "writev", new Beginning(Asking.SENDS),
            "close", new Beginning(Asking.SENDS),
            "preClose", new Beginning(Asking.SENDS),
            "implPreClose", new Beginning(Asking.SENDS));

    /** The changed methods of each class, by their names, with their descriptors where there are others of the same name. */
    private static final Map<String, Map<String, Change>> CHANGES = Map.ofEntries(
            Map.entry(
                    "java/lang/ProcessEnvironment",
                    Map.of(
                            "getenv(" + STRING + ")" + STRING, new Beginning(Asking.VARIABLE),
                            "getenv()" + MAP, new Beginning(Asking.VARIABLES),
                            "environment()" + MAP, new Answered(MACHINE, "ofProcess", MAP))),
            Map.entry(
                    "java/lang/System",
                    Map.of(
                            "getProperty(" + STRING + ")" + STRING, new Beginning(Asking.PROPERTY),
                            "getProperty(" + STRING + STRING + ")" + STRING, new Beginning(Asking.PROPERTY))),
            Map.entry(
                    "java/lang/Throwable",
                    Map.of("getOurStackTrace", new Answered(STACKS, "trace", "[Ljava/lang/StackTraceElement;"))),
            Map.entry("java/lang/ProcessBuilder", Map.of("start([Ljava/lang/ProcessBuilder$Redirect;)Ljava/lang/Process;", new Beginning(
                    Asking.PROCESS))),
            Map.entry(
                    "java/lang/Runtime",
                    Map.of(
                            "exit", new Called("java/lang/Shutdown", "exit", true, Asking.EXIT),
                            "halt", new Called("java/lang/Shutdown", "beforeHalt", true, Asking.EXIT),
                            "addShutdownHook", new Beginning(Asking.ADD_HOOK),
                            "removeShutdownHook", new Beginning(Asking.REMOVE_HOOK),
                            "load0", new Beginning(Asking.LIBRARY),
                            "loadLibrary0", new Beginning(Asking.LIBRARY))),
            Map.entry(
                    "java/lang/Thread",
                    Map.of(
                            // Of JDK 17, and of JDK 21 and later.
                            "nextThreadNum", new Answered(MACHINE, "threadNumber", "I"),
                            "genThreadName", new Answered(MACHINE, "threadName", STRING))),
            Map.entry(
                    "java/util/concurrent/Executors$DefaultThreadFactory",
                    Map.of("<init>", new Called(
                            "java/util/concurrent/atomic/AtomicInteger", "getAndIncrement", false, Asking.POOL_NUMBER))),
            Map.entry(
                    "java/net/InetAddress",
                    Map.of(
                            // Of JDK 17, and of later ones.
                            "getAllByName0(" + STRING + ADDRESS + "ZZ)[" + ADDRESS, new Beginning(Asking.ADDRESSES),
                            "getAllByName0(" + STRING + "Z)[" + ADDRESS, new Beginning(Asking.ADDRESSES),
                            "getHostFromNameService", new Beginning(Asking.HOST),
                            "getLocalHost", new Beginning(Asking.LOCAL_HOST),
                            "isReachable(Ljava/net/NetworkInterface;II)Z", new Beginning(Asking.REACHABLE))),
            Map.entry("java/net/NetworkInterface", Map.of(
                    "getNetworkInterfaces", new Beginning(Asking.INTERFACES),
                    "getByName", new Beginning(Asking.INTERFACES),
                    "getByInetAddress", new Beginning(Asking.INTERFACES))),
            Map.entry(
                    NET,
                    Map.of(
                            "connect(Ljava/net/ProtocolFamily;Ljava/io/FileDescriptor;" + ADDRESS + "I)I",
                            new Beginning(Asking.CONNECTING),
                            "bind(Ljava/net/ProtocolFamily;Ljava/io/FileDescriptor;" + ADDRESS + "I)V",
                            new Around(Asking.BINDING, Asking.BOUND))),
            Map.entry(
                    "sun/nio/ch/DatagramChannelImpl",
                    Map.of(
                            "send(Ljava/nio/ByteBuffer;Ljava/net/SocketAddress;)I", new Beginning(Asking.SENDING),
                            "sendFromNativeBuffer", new Beginning(Asking.SENDS))),
            Map.entry("sun/nio/ch/SocketDispatcher", SENDING),
            Map.entry("sun/nio/ch/DatagramDispatcher", SENDING),
            Map.entry("sun/nio/ch/UnixDispatcher", SENDING),
            Map.entry("sun/nio/ch/SocketChannelImpl", Map.of("shutdownOutput", new Beginning(Asking.SENDS))),
            Map.entry("java/net/Socket", Map.of("shutdownOutput", new Beginning(Asking.SENDS))),
            Map.entry("sun/nio/ch/EPollSelectorImpl", Map.of("wakeup", new Beginning(Asking.SENDS))),
            Map.entry("sun/nio/ch/KQueueSelectorImpl", Map.of("wakeup", new Beginning(Asking.SENDS))),
            Map.entry("sun/nio/ch/EventFD", Map.of("set", new Beginning(Asking.SENDS))),
            Map.entry("sun/nio/ch/UnixDomainSockets", Map.of(
                    "connect(Ljava/io/FileDescriptor;Ljava/nio/file/Path;)I", new Beginning(Asking.LOCAL),
                    "bind(Ljava/io/FileDescriptor;Ljava/nio/file/Path;)V", new Beginning(Asking.LOCAL))),
            Map.entry("java/lang/ProcessHandleImpl", Map.of(
                    "get(J)Ljava/util/Optional;", new Beginning(Asking.PROCESSES),
                    "children(J)Ljava/util/stream/Stream;", new Beginning(Asking.PROCESSES))),
            Map.entry("java/io/File", Map.of(
                    "getTotalSpace", new Beginning(Asking.SPACE),
                    "getFreeSpace", new Beginning(Asking.SPACE),
                    "getUsableSpace", new Beginning(Asking.SPACE))),
            Map.entry("java/lang/Class", Map.of(
                    "getMethod", new Answered(ENVIRONMENT, "reflected", "Ljava/lang/reflect/Method;"),
                    "getDeclaredMethod", new Answered(ENVIRONMENT, "reflected", "Ljava/lang/reflect/Method;"))),
            Map.entry(
                    "java/lang/invoke/MethodHandles$Lookup", Map.of("findStatic", new Beginning(Asking.HANDLE))));

    @Override
    public Layer layer() {
        return Layer.INSTRUCTIONS;
    }

    @Override
    public boolean concerns(String name) {
        return CHANGES.containsKey(name);
    }

    @Override
    public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
        Map<String, Change> changes = CHANGES.get(of.name());
        Change change = changes.getOrDefault(name, changes.get(name + descriptor));
        boolean isWritten = (access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) == 0;
        return change == null || !isWritten ? to : change.of(to);
    }

    private static void variable(MethodVisitor code) {
        ask(code, MACHINE, "isHeld", "()Z");
        Rewriting.unlessFalse(code, held -> {
            held.visitVarInsn(Opcodes.ALOAD, 0);
            ask(held, MACHINE, "variable", "(" + STRING + ")" + STRING);
            held.visitInsn(Opcodes.ARETURN);
        });
    }

    private static void property(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        ask(code, "fex/runtime/Asked", "property", "(" + STRING + ")V");
    }

    private static void variables(MethodVisitor code) {
        ask(code, MACHINE, "isHeld", "()Z");
        Rewriting.unlessFalse(code, held -> {
            ask(held, MACHINE, "variables", "()" + MAP);
            held.visitInsn(Opcodes.ARETURN);
        });
    }

    private static void process(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        ask(code, PROCESSES, "start", "(Ljava/lang/ProcessBuilder;)Ljava/lang/Process;");
        Rewriting.returnUnlessNull(code, "java/lang/Process");
    }

    private static void exit(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ILOAD, 1);
        ask(code, EXIT, "exit", "(I)V");
    }

    private static void addHook(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 1);
        ask(code, EXIT, "keeps", "(Ljava/lang/Thread;)Z");
        Rewriting.unlessFalse(code, held -> held.visitInsn(Opcodes.RETURN));
    }

    private static void removeHook(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 1);
        ask(code, EXIT, "drops", "(Ljava/lang/Thread;)Z");
        Rewriting.unlessFalse(code, held -> {
            held.visitInsn(Opcodes.ICONST_1);
            held.visitInsn(Opcodes.IRETURN);
        });
    }

    private static void library(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitVarInsn(Opcodes.ALOAD, 2);
        ask(code, UNHELD, "library", "(Ljava/lang/Class;" + STRING + ")V");
    }

    private static void addresses(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        ask(code, NETWORK, "addresses", "(" + STRING + ")[" + ADDRESS);
        Rewriting.returnUnlessNull(code, "[" + ADDRESS);
    }

    private static void host(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        ask(code, NETWORK, "host", "(" + ADDRESS + ")" + STRING);
        Rewriting.returnUnlessNull(code, "java/lang/String");
    }

    private static void localHost(MethodVisitor code) {
        ask(code, NETWORK, "localHost", "()" + ADDRESS);
        Rewriting.returnUnlessNull(code, "java/net/InetAddress");
    }

    private static void reachable(MethodVisitor code) {
        ask(code, NETWORK, "isHeld", "()Z");
        Rewriting.unlessFalse(code, held -> {
            held.visitVarInsn(Opcodes.ALOAD, 0);
            ask(held, NETWORK, "isReachable", "(" + ADDRESS + ")Z");
            held.visitInsn(Opcodes.IRETURN);
        });
    }

    /** The variables of what opens connections: a family, a descriptor, an address and a port. */
    private static void connecting(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 2);
        code.visitVarInsn(Opcodes.ILOAD, 3);
        ask(code, NETWORK, "connecting", "(" + ADDRESS + "I)" + ADDRESS);
        code.visitVarInsn(Opcodes.ALOAD, 2);
        code.visitVarInsn(Opcodes.ILOAD, 3);
        ask(code, NETWORK, "port", "(" + ADDRESS + "I)I");
        code.visitVarInsn(Opcodes.ISTORE, 3);
        code.visitVarInsn(Opcodes.ASTORE, 2);
    }

    private static void binding(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 2);
        code.visitVarInsn(Opcodes.ILOAD, 3);
        ask(code, NETWORK, "binding", "(" + ADDRESS + "I)" + ADDRESS);
        code.visitVarInsn(Opcodes.ASTORE, 2);
    }

    private static void bound(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 1);
        ask(code, NET, "localAddress", "(Ljava/io/FileDescriptor;)Ljava/net/InetSocketAddress;");
        ask(code, NETWORK, "bound", "(Ljava/net/InetSocketAddress;)V");
    }

    private static void sending(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 2);
        ask(code, NETWORK, "sending", "(Ljava/net/SocketAddress;)V");
    }

    private static void sends(MethodVisitor code) {
        ask(code, NETWORK, "sends", "()V");
    }

    private static void local(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 1);
        ask(code, NETWORK, "local", "(Ljava/lang/Object;)V");
    }

    /** A handle of a clock is one of what is called in its place. */
    private static void handle(MethodVisitor code) {
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitVarInsn(Opcodes.ALOAD, 2);
        ask(code, ENVIRONMENT, "looked", "(Ljava/lang/Class;" + STRING + ")Ljava/lang/Class;");
        code.visitVarInsn(Opcodes.ASTORE, 1);
    }

    private static void tell(MethodVisitor code, String what) {
        ask(code, UNHELD, what, "()V");
    }

    private static void ask(MethodVisitor code, String owner, String method, String descriptor) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, owner, method, descriptor, false);
    }
}
