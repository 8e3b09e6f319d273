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

    /** Where something is sent, or the end of it. */
    private static final Map<String, Change> SENDING = Map.of(
            "write", beginning(Machines::sends),
            "writev", beginning(Machines::sends),
            "close", beginning(Machines::sends),
            "preClose", beginning(Machines::sends),
            "implPreClose", beginning(Machines::sends));

    /** The changed methods of each class, by their names, with their descriptors where there are others of the same name. */
    private static final Map<String, Map<String, Change>> CHANGES = Map.ofEntries(
            Map.entry(
                    "java/lang/ProcessEnvironment",
                    Map.of(
                            "getenv(" + STRING + ")" + STRING, beginning(Machines::variable),
                            "getenv()" + MAP, beginning(Machines::variables),
                            "environment()" + MAP, answered(MACHINE, "ofProcess", MAP))),
            Map.entry(
                    "java/lang/System",
                    Map.of(
                            "getProperty(" + STRING + ")" + STRING, beginning(Machines::property),
                            "getProperty(" + STRING + STRING + ")" + STRING, beginning(Machines::property))),
            Map.entry(
                    "java/lang/Throwable",
                    Map.of("getOurStackTrace", answered(STACKS, "trace", "[Ljava/lang/StackTraceElement;"))),
            Map.entry("java/lang/ProcessBuilder", Map.of("start([Ljava/lang/ProcessBuilder$Redirect;)Ljava/lang/Process;", beginning(
                    Machines::process))),
            Map.entry(
                    "java/lang/Runtime",
                    Map.of(
                            "exit", to -> new Rewriting.Called(to, "java/lang/Shutdown", "exit", true, Machines::exit),
                            "halt", to -> new Rewriting.Called(to, "java/lang/Shutdown", "beforeHalt", true, Machines::exit),
                            "addShutdownHook", beginning(Machines::addHook),
                            "removeShutdownHook", beginning(Machines::removeHook),
                            "load0", beginning(Machines::library),
                            "loadLibrary0", beginning(Machines::library))),
            Map.entry(
                    "java/lang/Thread",
                    Map.of(
                            // Of JDK 17, and of JDK 21 and later.
                            "nextThreadNum", answered(MACHINE, "threadNumber", "I"),
                            "genThreadName", answered(MACHINE, "threadName", STRING))),
            Map.entry(
                    "java/util/concurrent/Executors$DefaultThreadFactory",
                    Map.of("<init>", to -> new Rewriting.Called(
                            to,
                            "java/util/concurrent/atomic/AtomicInteger",
                            "getAndIncrement",
                            false,
                            code -> ask(code, MACHINE, "poolNumber", "(I)I")))),
            Map.entry(
                    "java/net/InetAddress",
                    Map.of(
                            // Of JDK 17, and of later ones.
                            "getAllByName0(" + STRING + ADDRESS + "ZZ)[" + ADDRESS, beginning(Machines::addresses),
                            "getAllByName0(" + STRING + "Z)[" + ADDRESS, beginning(Machines::addresses),
                            "getHostFromNameService", beginning(Machines::host),
                            "getLocalHost", beginning(Machines::localHost),
                            "isReachable(Ljava/net/NetworkInterface;II)Z", beginning(Machines::reachable))),
            Map.entry("java/net/NetworkInterface", Map.of(
                    "getNetworkInterfaces", beginning(code -> tell(code, "interfaces")),
                    "getByName", beginning(code -> tell(code, "interfaces")),
                    "getByInetAddress", beginning(code -> tell(code, "interfaces")))),
            Map.entry(
                    NET,
                    Map.of(
                            "connect(Ljava/net/ProtocolFamily;Ljava/io/FileDescriptor;" + ADDRESS + "I)I",
                            beginning(Machines::connecting),
                            "bind(Ljava/net/ProtocolFamily;Ljava/io/FileDescriptor;" + ADDRESS + "I)V",
                            to -> new Rewriting.Ending(
                                    new Rewriting.Beginning(to, Machines::binding), Machines::bound))),
            Map.entry(
                    "sun/nio/ch/DatagramChannelImpl",
                    Map.of(
                            "send(Ljava/nio/ByteBuffer;Ljava/net/SocketAddress;)I", beginning(Machines::sending),
                            "sendFromNativeBuffer", beginning(Machines::sends))),
            Map.entry("sun/nio/ch/SocketDispatcher", SENDING),
            Map.entry("sun/nio/ch/DatagramDispatcher", SENDING),
            Map.entry("sun/nio/ch/UnixDispatcher", SENDING),
            Map.entry("sun/nio/ch/SocketChannelImpl", Map.of("shutdownOutput", beginning(Machines::sends))),
            Map.entry("java/net/Socket", Map.of("shutdownOutput", beginning(Machines::sends))),
            Map.entry("sun/nio/ch/EPollSelectorImpl", Map.of("wakeup", beginning(Machines::sends))),
            Map.entry("sun/nio/ch/KQueueSelectorImpl", Map.of("wakeup", beginning(Machines::sends))),
            Map.entry("sun/nio/ch/EventFD", Map.of("set", beginning(Machines::sends))),
            Map.entry("sun/nio/ch/UnixDomainSockets", Map.of(
                    "connect(Ljava/io/FileDescriptor;Ljava/nio/file/Path;)I", beginning(Machines::local),
                    "bind(Ljava/io/FileDescriptor;Ljava/nio/file/Path;)V", beginning(Machines::local))),
            Map.entry("java/lang/ProcessHandleImpl", Map.of(
                    "get(J)Ljava/util/Optional;", beginning(code -> tell(code, "processes")),
                    "children(J)Ljava/util/stream/Stream;", beginning(code -> tell(code, "processes")))),
            Map.entry("java/io/File", Map.of(
                    "getTotalSpace", beginning(code -> tell(code, "space")),
                    "getFreeSpace", beginning(code -> tell(code, "space")),
                    "getUsableSpace", beginning(code -> tell(code, "space")))),
            Map.entry("java/lang/Class", Map.of(
                    "getMethod", answered(ENVIRONMENT, "reflected", "Ljava/lang/reflect/Method;"),
                    "getDeclaredMethod", answered(ENVIRONMENT, "reflected", "Ljava/lang/reflect/Method;"))),
            Map.entry(
                    "java/lang/invoke/MethodHandles$Lookup", Map.of("findStatic", beginning(Machines::handle))));

    private static Change beginning(Code code) {
        return to -> new Rewriting.Beginning(to, code);
    }

    /** What returns something else of the same type. */
    private static Change answered(String owner, String method, String type) {
        return to -> new Rewriting.Answered(to, owner, method, "(" + type + ")" + type);
    }

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
