package fex.instrument;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Gives the planned methods their guards, counts the loops of the classes that are watched, and tells of the initialisation
 * and the use of those that are followed.
 *
 * <p>Existing stack-map frames are kept and extended: only maxima are computed, so no class is loaded to merge types.
 */
public final class Instrumenter implements Transformer {
    private final Map<String, Map<String, MethodPlan>> plans = new HashMap<>();
    private final Set<String> watched;
    private final Map<String, Integer> followed = new HashMap<>();

    /**
     * @param methods the methods that get a guard
     * @param watched internal names of further classes whose loops are counted; those of planned methods always are
     * @param followed internal names of the followed classes, which are numbered in this order; they are watched, too
     */
    public Instrumenter(List<MethodPlan> methods, Set<String> watched, List<String> followed) {
        for (String name : followed) {
            this.followed.putIfAbsent(name, this.followed.size());
        }
        for (MethodPlan plan : methods) {
            plans.computeIfAbsent(plan.owner(), owner -> new HashMap<>()).put(plan.name() + plan.descriptor(), plan);
        }
        this.watched = Set.copyOf(watched);
    }

    @Override
    public boolean concerns(String name) {
        return plans.containsKey(name) || watched.contains(name) || followed.containsKey(name);
    }

    @Override
    public byte[] instrument(byte[] original) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        Map<String, MethodPlan> planned = plans.getOrDefault(reader.getClassName(), Map.of());
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    private boolean frames;

                    @Override
                    public void visit(
                            int version, int access, String name, String signature, String superName, String[] of) {
                        // The minor version is in the upper half.
                        frames = (version & 0xffff) >= Opcodes.V1_6;
                        super.visit(version, access, name, signature, superName, of);
                    }

                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        MethodVisitor to = super.visitMethod(access, name, descriptor, signature, exceptions);
                        if (!followed.isEmpty()) {
                            to = new Followed(to, followed, reader.getClassName(), name, frames);
                        }
                        MethodPlan plan = planned.get(name + descriptor);
                        return new LoopCounter(plan == null ? to : new Guard(to, plan, frames));
                    }
                },
                0);
        return writer.toByteArray();
    }
}
