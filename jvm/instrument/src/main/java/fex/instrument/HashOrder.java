package fex.instrument;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Has hash maps put their entries in other places than usual, so that whoever walks through them, or through hash sets, meets them in
 * another order: the hash codes that they spread are exclusive-ored with a constant.
 */
public final class HashOrder implements Pass {
    /** What spreads hash codes, by the internal name of the class. */
    private static final Map<String, String> SPREADING = Map.of(
            "java/util/HashMap", "hash(Ljava/lang/Object;)I",
            "java/util/concurrent/ConcurrentHashMap", "spread(I)I");

    /** Not negative, as the least hash codes of concurrent maps mean something else; and of all sizes of tables, no bit is alone. */
    private static final int CONSTANT = 0x2b5b_5b5b;

    /** The internal names of the classes. */
    public Set<String> classes() {
        return SPREADING.keySet();
    }

    @Override
    public Layer layer() {
        return Layer.INSTRUCTIONS;
    }

    @Override
    public boolean concerns(String name) {
        return SPREADING.containsKey(name);
    }

    @Override
    public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
        if (!(name + descriptor).equals(SPREADING.get(of.name()))) {
            return to;
        }
        return new MethodVisitor(Opcodes.ASM9, to) {
            @Override
            public void visitInsn(int opcode) {
                if (opcode == Opcodes.IRETURN) {
                    super.visitLdcInsn(CONSTANT);
                    super.visitInsn(Opcodes.IXOR);
                }
                super.visitInsn(opcode);
            }
        };
    }
}
