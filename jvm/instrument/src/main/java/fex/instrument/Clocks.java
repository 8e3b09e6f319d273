package fex.instrument;

import fex.runtime.Environment;
import fex.runtime.HeldConsole;
import fex.runtime.HeldMachine;
import fex.runtime.Waiting;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Has whoever reads a clock ask the {@link Environment}, whoever sleeps or waits at a monitor for a time ask {@link Waiting}, and whoever asks for
 * the memory or the process ask {@link HeldMachine}: the program, its libraries, and those classes of the JDK that tell the time. Test
 * frameworks are left out, because they measure how long tests take.
 *
 * <p>The JVM answers {@code System.currentTimeMillis} and the like itself, so their calls are replaced and not they themselves.
 */
public final class Clocks implements Pass {
    private static final String ENVIRONMENT = Type.getInternalName(Environment.class);
    private static final String WAITING = Type.getInternalName(Waiting.class);
    private static final String MACHINE = Type.getInternalName(HeldMachine.class);
    private static final String RUNTIME = "java/lang/Runtime";
    private static final String BEAN = "java/lang/management/RuntimeMXBean";

    /** A static method with the name of another one, which is called in its place. */
    private record Answer(String owner, String descriptor) {}

    /** What tells of the machine and the process, by name and class, with what is called in its place. */
    private static final Map<String, Map<String, Answer>> OF_MACHINE = Map.of(
            "availableProcessors", Map.of(RUNTIME, new Answer(ENVIRONMENT, "(L" + RUNTIME + ";)I")),
            "maxMemory", Map.of(RUNTIME, new Answer(MACHINE, "(L" + RUNTIME + ";)J")),
            "totalMemory", Map.of(RUNTIME, new Answer(MACHINE, "(L" + RUNTIME + ";)J")),
            "freeMemory", Map.of(RUNTIME, new Answer(MACHINE, "(L" + RUNTIME + ";)J")),
            "pid", Map.of("java/lang/ProcessHandle", new Answer(MACHINE, "(Ljava/lang/ProcessHandle;)J")),
            "getPid", Map.of(BEAN, new Answer(MACHINE, "(L" + BEAN + ";)J")),
            "getName", Map.of(BEAN, new Answer(MACHINE, "(L" + BEAN + ";)Ljava/lang/String;")),
            "console",
                    Map.of(
                            "java/lang/System",
                            new Answer(Type.getInternalName(HeldConsole.class), "()Ljava/io/Console;")));

    /** The class of the JDK whose method {@code currentInstant} reads the clock in a way of its own. */
    private static final String CLOCK = "java/time/Clock";

    /** The classes of the JDK that tell the time, or whose instances are made of it. */
    private static final Set<String> TELLING = Set.of(
            "java/util/Date",
            "java/util/Calendar",
            "java/util/GregorianCalendar",
            "java/util/JapaneseImperialCalendar",
            "sun/util/BuddhistCalendar",
            CLOCK,
            "java/time/Clock$SystemClock",
            "java/time/Clock$SystemInstantSource",
            "java/time/InstantSource$SystemInstantSource");

    private static final String UNIT = "java/util/concurrent/TimeUnit";

    /** The classes whose methods {@code sleep} have a thread wait, with their descriptors. */
    private static final Set<String> SLEEPING = Set.of(
            "java/lang/Thread(J)V",
            "java/lang/Thread(JI)V",
            "java/lang/Thread(Ljava/time/Duration;)V",
            UNIT + "(J)V");

    /** Entries of the constant pool of a class file that are references to methods, those of interfaces included. */
    private static final int METHOD = 10;

    private static final int INTERFACE_METHOD = 11;

    private final boolean isForJdk;

    private Clocks(boolean isForJdk) {
        this.isForJdk = isForJdk;
    }

    /** Those of programs and their libraries. */
    public static Pass ofPrograms() {
        return new Clocks(false);
    }

    /** Those of the JDK. */
    public static Pass ofJdk() {
        return new Clocks(true);
    }

    @Override
    public Layer layer() {
        return Layer.INSTRUCTIONS;
    }

    @Override
    public boolean concerns(String name) {
        return isForJdk ? TELLING.contains(name) : Environment.isOfProgram(name.replace('/', '.'));
    }

    /** Whatever calls or refers to a method has it among its constants. */
    @Override
    public boolean changes(ClassReader original) {
        char[] buffer = new char[original.getMaxStringLength()];
        for (int index = 1; index < original.getItemCount(); index++) {
            int at = original.getItem(index);
            int kind = at == 0 ? 0 : original.readByte(at - 1);
            if (kind == METHOD || kind == INTERFACE_METHOD) {
                int signature = original.getItem(original.readUnsignedShort(at + 2));
                String name = original.readUTF8(signature, buffer);
                String descriptor = original.readUTF8(signature + 2, buffer);
                boolean isReplaced = isWait(0, name, descriptor)
                        || answer(original.readClass(at, buffer), name, descriptor) != null;
                if (isReplaced) {
                    return true;
                }
            }
        }
        return isForJdk;
    }

    @Override
    public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
        boolean isInstant = of.name().equals(CLOCK) && name.equals("currentInstant");
        return new Replaced(to, isInstant);
    }

    /** What is called in place of a method; {@code null} if that one stays. */
    private static Answer answer(String owner, String name, String descriptor) {
        if (name.equals("sleep") && SLEEPING.contains(owner + descriptor)) {
            return new Answer(WAITING, owner.equals(UNIT) ? "(L" + UNIT + ";J)V" : descriptor);
        } else if (isClock(owner, name)) {
            return new Answer(ENVIRONMENT, descriptor);
        }
        Map<String, Answer> named = OF_MACHINE.get(name);
        return named == null ? null : named.get(owner);
    }

    /** Whether a method tells the time. */
    static boolean isClock(String owner, String name) {
        return owner.equals("java/lang/System") && (name.equals("currentTimeMillis") || name.equals("nanoTime"));
    }

    /** Whether a call waits at a monitor for a time. No class can have such a method of its own. */
    static boolean isWait(int opcode, String name, String descriptor) {
        return opcode != Opcodes.INVOKESTATIC
                && name.equals("wait")
                && (descriptor.equals("(J)V") || descriptor.equals("(JI)V"));
    }

    /** The descriptor of the same with the monitor as an argument. */
    static String ofMonitor(String descriptor) {
        return "(Ljava/lang/Object;" + descriptor.substring(1);
    }

    /** Writes a method whose calls of clocks are others. */
    private static final class Replaced extends MethodVisitor {
        private final boolean isInstant;

        Replaced(MethodVisitor to, boolean isInstant) {
            super(Opcodes.ASM9, to);
            this.isInstant = isInstant;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            Answer answer = replacing(owner, name, descriptor);
            if (answer != null) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, answer.owner(), name, answer.descriptor(), false);
            } else if (isWait(opcode, name, descriptor)) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, WAITING, name, ofMonitor(descriptor), false);
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }

        /** References to methods, such as {@code System::nanoTime}. */
        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            Object[] replaced = arguments.clone();
            for (int index = 0; index < replaced.length; index++) {
                if (replaced[index] instanceof Handle handle) {
                    Answer answer = replacing(handle.getOwner(), handle.getName(), handle.getDesc());
                    if (answer != null) {
                        replaced[index] = new Handle(
                                Opcodes.H_INVOKESTATIC, answer.owner(), handle.getName(), answer.descriptor(), false);
                    }
                }
            }
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, replaced);
        }

        private Answer replacing(String owner, String name, String descriptor) {
            return isInstant && isClock(owner, name) ? null : answer(owner, name, descriptor);
        }

        @Override
        public void visitInsn(int opcode) {
            if (isInstant && opcode == Opcodes.ARETURN) {
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC,
                        ENVIRONMENT,
                        "instant",
                        "(Ljava/time/Instant;)Ljava/time/Instant;",
                        false);
            }
            super.visitInsn(opcode);
        }
    }
}
