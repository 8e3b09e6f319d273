package fex.instrument;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;

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
        return new Rewriter(original) {
            private final Map<String, MethodPlan> planned = plans.getOrDefault(className(), Map.of());

            @Override
            MethodVisitor method(MethodVisitor to, int access, String name, String descriptor) {
                if (!followed.isEmpty()) {
                    to = new Followed(to, followed, className(), name, needsFrames());
                }
                MethodPlan plan = planned.get(name + descriptor);
                return new LoopCounter(plan == null ? to : new Guard(to, plan, needsFrames()));
            }
        }.rewritten();
    }
}
