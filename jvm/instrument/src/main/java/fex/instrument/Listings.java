package fex.instrument;

import fex.runtime.Environment;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Has the methods of the JDK whose results have no order that anybody promises ask the {@link Environment} for one: members of classes,
 * and files in folders.
 */
public final class Listings implements Pass {
    private static final String ENVIRONMENT = Type.getInternalName(Environment.class);

    /** Their names, by the internal name of their class. Each returns an array that belongs to whoever asked for it. */
    private static final Map<String, Set<String>> LISTING = Map.of(
            "java/lang/Class",
            Set.of(
                    "getFields",
                    "getDeclaredFields",
                    "getMethods",
                    "getDeclaredMethods",
                    "getConstructors",
                    "getDeclaredConstructors",
                    "getClasses",
                    "getDeclaredClasses"),
            "java/io/File",
            Set.of("list()[Ljava/lang/String;", "normalizedList"));

    @Override
    public Layer layer() {
        return Layer.INSTRUCTIONS;
    }

    @Override
    public boolean concerns(String name) {
        return LISTING.containsKey(name);
    }

    @Override
    public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
        Set<String> listing = LISTING.getOrDefault(of.name(), Set.of());
        boolean isOne = listing.contains(name) || listing.contains(name + descriptor);
        return isOne ? new Listing(to, Type.getReturnType(descriptor)) : to;
    }

    /** Writes a method whose result comes in another order. */
    private static final class Listing extends MethodVisitor {
        private final Type result;

        Listing(MethodVisitor to, Type result) {
            super(Opcodes.ASM9, to);
            this.result = result;
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.ARETURN) {
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC,
                        ENVIRONMENT,
                        "listed",
                        "([Ljava/lang/Object;)[Ljava/lang/Object;",
                        false);
                super.visitTypeInsn(Opcodes.CHECKCAST, result.getInternalName());
            }
            super.visitInsn(opcode);
        }
    }
}
