package fex.instrument;

import fex.runtime.Waiting;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Has the classes of the JDK through which threads wait for each other or for a time tell {@link Waiting}, and ask it for the time.
 *
 * <p>What waits for the end of a process, or for a channel, is left as it is.
 */
public final class Waits implements Pass {
    private static final String WAITING = Type.getInternalName(Waiting.class);
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String LOCKS = CONCURRENT + "locks/";
    private static final String THREAD = "java/lang/Thread";
    private static final String TIMER = "java/util/Timer";

    /** The class through which all threads wait that do not wait for a monitor. */
    private static final String SUPPORT = LOCKS + "LockSupport";

    /** The scheduler of pools that fork and join, since JDK 25, which parks without that. */
    private static final String SCHEDULER = CONCURRENT + "DelayScheduler";

    /** Where the JDK parks and lets go on in the end. */
    private static final String UNSAFE = "jdk/internal/misc/Unsafe";

    /** Those whose methods compute how long there is left to wait, of JDK 17 and of JDK 25. */
    private static final Set<String> COUNTING = Set.of(
            TIMER,
            TIMER + "Thread",
            CONCURRENT + "AbstractExecutorService",
            CONCURRENT + "CompletableFuture",
            CONCURRENT + "CompletableFuture$Signaller",
            CONCURRENT + "Exchanger",
            CONCURRENT + "ForkJoinTask",
            CONCURRENT + "FutureTask",
            CONCURRENT + "LinkedTransferQueue",
            CONCURRENT + "LinkedTransferQueue$DualNode",
            CONCURRENT + "Phaser$QNode",
            CONCURRENT + "ScheduledThreadPoolExecutor",
            CONCURRENT + "ScheduledThreadPoolExecutor$ScheduledFutureTask",
            CONCURRENT + "SubmissionPublisher$BufferedSubscription",
            CONCURRENT + "SynchronousQueue$TransferQueue",
            CONCURRENT + "SynchronousQueue$TransferStack",
            CONCURRENT + "ThreadPerTaskExecutor",
            LOCKS + "AbstractQueuedLongSynchronizer",
            LOCKS + "AbstractQueuedLongSynchronizer$ConditionObject",
            LOCKS + "AbstractQueuedSynchronizer",
            LOCKS + "AbstractQueuedSynchronizer$ConditionObject",
            LOCKS + "StampedLock");

    @Override
    public Layer layer() {
        return Layer.INSTRUCTIONS;
    }

    @Override
    public boolean concerns(String name) {
        return name.equals(SUPPORT) || name.equals(SCHEDULER) || name.equals(THREAD) || COUNTING.contains(name);
    }

    @Override
    public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
        return switch (of.name()) {
            case TIMER -> name.equals("<init>")
                    ? new Rewriting.Called(to, TIMER + "Thread", "start", true, Waits::begins)
                    : new Counting(to);
            case SUPPORT -> (access & Opcodes.ACC_PUBLIC) == 0 ? to : parking(to, name, descriptor);
            case SCHEDULER -> new Scheduling(to);
            case THREAD -> name.equals("join") ? new Counting(to) : to;
            default -> new Counting(to);
        };
    }

    /** The thread of a timer is told of before it starts. */
    private static void begins(MethodVisitor code) {
        code.visitInsn(Opcodes.DUP);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, WAITING, "begins", "(L" + THREAD + ";)V", false);
    }

    private static MethodVisitor parking(MethodVisitor to, String name, String descriptor) {
        // The time is the last argument.
        int time = descriptor.startsWith("(J") ? 0 : 1;
        return switch (name) {
            case "park", "parkNanos", "parkUntil" -> new Parking(to, name, time);
            case "unpark" -> new Letting(to);
            default -> to;
        };
    }

    /** Writes a method in which a thread waits. */
    private static final class Parking extends MethodVisitor {
        private final String name;
        private final int time;

        /**
         * One in which it waits for ever or for a time.
         *
         * @param name its name, which is also that of what is told, and gives another time if there is one
         * @param time the variable that has the time, if there is one
         */
        Parking(MethodVisitor to, String name, int time) {
            super(Opcodes.ASM9, to);
            this.name = name;
            this.time = time;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (name.equals("park")) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, WAITING, name, "()V", false);
                return;
            }
            super.visitVarInsn(Opcodes.LLOAD, time);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, WAITING, name, "(J)J", false);
            super.visitVarInsn(Opcodes.LSTORE, time);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.RETURN) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, WAITING, "goOn", "()V", false);
            }
            super.visitInsn(opcode);
        }
    }

    /** Writes a method that lets a thread go on. */
    private static final class Letting extends MethodVisitor {
        Letting(MethodVisitor to) {
            super(Opcodes.ASM9, to);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, WAITING, "unpark", "(Ljava/lang/Thread;)V", false);
        }
    }

    /** Writes a method that reads clocks and waits at monitors. */
    private static final class Counting extends MethodVisitor {
        Counting(MethodVisitor to) {
            super(Opcodes.ASM9, to);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (Clocks.isClock(owner, name)) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, WAITING, name, descriptor, false);
            } else if (Clocks.isWait(opcode, name, descriptor)) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, WAITING, name, Clocks.ofMonitor(descriptor), false);
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }
    }

    /** Writes a method of the scheduler, which all of the JVM may have. */
    private static final class Scheduling extends MethodVisitor {
        Scheduling(MethodVisitor to) {
            super(Opcodes.ASM9, to);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            String called = owner.equals(UNSAFE) ? name + descriptor : "";
            if (Clocks.isClock(owner, name) && name.equals("nanoTime")) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, WAITING, "commonNanoTime", descriptor, false);
            } else if (called.equals("park(ZJ)V")) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, WAITING, "parkCommon", "(J)J", false);
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, WAITING, "goOn", "()V", false);
            } else if (called.equals("unpark(Ljava/lang/Object;)V")) {
                super.visitInsn(Opcodes.DUP);
                super.visitTypeInsn(Opcodes.CHECKCAST, THREAD);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, WAITING, "unpark", "(Ljava/lang/Thread;)V", false);
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }
    }
}
