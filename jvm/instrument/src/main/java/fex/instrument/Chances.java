package fex.instrument;

import fex.runtime.Environment;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Has the JDK take random numbers that no program has chosen from the {@link Environment}: the seeds of generators that are given none, and
 * the numbers of generators that all of the JVM shares.
 */
public final class Chances implements Pass {
    private static final String ENVIRONMENT = Type.getInternalName(Environment.class);
    private static final String RANDOM = "java/util/Random";

    /** Where the generators are that have names: in JDK 17, and in JDK 25. */
    private static final String NAMED = "jdk/random/";

    private static final String NAMED_INSIDE = "jdk/internal/random/";

    /** What a method is changed to. */
    private enum Change {
        /** The number that it returns is another one. */
        RESULT,
        /** The seed that it gives another constructor is another one. */
        SEED,
        /** The seed that it takes from what all generators share is another one. */
        SHARED_SEED,
        /** It fills an array otherwise. */
        FILLED,
        /** The generator that it passes on is another one. */
        GENERATOR,
    }

    /** Methods, each by its class, its name and its descriptor. */
    private static final Map<String, Change> CHANGES = Map.of(
            RANDOM + ".<init>()V", Change.SEED,
            "java/lang/Math.random()D", Change.RESULT,
            "java/lang/StrictMath.random()D", Change.RESULT,
            "java/util/concurrent/ThreadLocalRandom.nextSeed()J", Change.RESULT,
            "java/util/SplittableRandom.<init>()V", Change.SHARED_SEED,
            "java/security/SecureRandom.nextBytes([B)V", Change.FILLED,
            "java/util/Collections.shuffle(Ljava/util/List;)V", Change.GENERATOR);

    /** Their classes. */
    private static final Set<String> CLASSES = new HashSet<>();

    static {
        CHANGES.forEach((method, change) -> CLASSES.add(method.substring(0, method.indexOf('.'))));
    }

    @Override
    public Layer layer() {
        return Layer.INSTRUCTIONS;
    }

    @Override
    public boolean concerns(String name) {
        return isNamed(name) || CLASSES.contains(name);
    }

    @Override
    public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
        boolean isNamed = isNamed(of.name()) && (name + descriptor).equals("<init>()V");
        Change change = isNamed ? Change.SHARED_SEED : CHANGES.get(of.name() + "." + name + descriptor);
        return change == null ? to : new Changed(to, change);
    }

    private static boolean isNamed(String type) {
        return type.startsWith(NAMED) || type.startsWith(NAMED_INSIDE);
    }

    private static final class Changed extends MethodVisitor {
        private final Change change;

        Changed(MethodVisitor to, Change change) {
            super(Opcodes.ASM9, to);
            this.change = change;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (change == Change.FILLED) {
                Label itself = new Label();
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitVarInsn(Opcodes.ALOAD, 1);
                ask("fill", "(Ljava/security/SecureRandom;[B)Z");
                super.visitJumpInsn(Opcodes.IFEQ, itself);
                super.visitInsn(Opcodes.RETURN);
                super.visitLabel(itself);
                super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            }
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (change == Change.SEED && owner.equals(RANDOM) && (name + descriptor).equals("<init>(J)V")) {
                ask("seed", "(J)J");
            } else if (change == Change.GENERATOR && name.equals("shuffle")) {
                ask("generator", "(Ljava/util/Random;)Ljava/util/Random;");
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (change == Change.SHARED_SEED && name.equals("getAndAdd")) {
                ask("seed", "(J)J");
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (change == Change.RESULT && opcode == Opcodes.DRETURN) {
                ask("fraction", "(D)D");
            } else if (change == Change.RESULT && opcode == Opcodes.LRETURN) {
                ask("next", "(J)J");
            }
            super.visitInsn(opcode);
        }

        private void ask(String method, String descriptor) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, ENVIRONMENT, method, descriptor, false);
        }
    }
}
