package fex.instrument;

import fex.runtime.Environment;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Has the methods of the JDK that tell of what surrounds tests tell the {@link Environment} that they were asked. */
public final class Readers implements Pass {
    private static final String ENVIRONMENT = Type.getInternalName(Environment.class);

    /** What they tell of, by the internal name of their class, and their own name with the descriptor. */
    private static final Map<String, Map<String, String>> TELLING = new HashMap<>();

    static {
        // Whoever asks for the zone in another way asks this in the end.
        telling("java/util/TimeZone", "zone", "getDefaultRef()Ljava/util/TimeZone;");
        telling(
                "java/util/Locale",
                "locale",
                "getDefault()Ljava/util/Locale;",
                "getDefault(Ljava/util/Locale$Category;)Ljava/util/Locale;");
        telling("java/nio/charset/Charset", "encoding", "defaultCharset()Ljava/nio/charset/Charset;");
        telling("java/lang/System", "line-separator", "lineSeparator()Ljava/lang/String;");
        telling("java/util/Random", "random", "<init>()V");
        telling("java/lang/Math", "random", "random()D");
        telling("java/util/concurrent/ThreadLocalRandom", "random", "current()Ljava/util/concurrent/ThreadLocalRandom;");
        telling("java/util/UUID", "random", "randomUUID()Ljava/util/UUID;");
        telling("java/security/SecureRandom", "random", "<init>()V");
    }

    private static void telling(String owner, String factor, String... methods) {
        for (String method : methods) {
            TELLING.computeIfAbsent(owner, name -> new HashMap<>()).put(method, factor);
        }
    }

    @Override
    public Layer layer() {
        return Layer.BODIES;
    }

    @Override
    public boolean concerns(String name) {
        return TELLING.containsKey(name);
    }

    @Override
    public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
        String factor = TELLING.getOrDefault(of.name(), Map.of()).get(name + descriptor);
        return factor == null ? to : new Telling(to, factor);
    }

    /** Writes a method that first tells that it was asked. */
    private static final class Telling extends MethodVisitor {
        private final String factor;

        Telling(MethodVisitor to, String factor) {
            super(Opcodes.ASM9, to);
            this.factor = factor;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitLdcInsn(factor);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, ENVIRONMENT, "read", "(Ljava/lang/String;)V", false);
        }
    }
}
