package fex.instrument;

import fex.runtime.Probe;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Puts all replacements of a method in front of its body, behind one switch:
 *
 * <pre>
 * switch (Probe.enter(id)) {
 *   case 0: return replacement 0;
 *   …
 *   default: the original body
 * }
 * </pre>
 *
 * <p>Where there are none, the method is only counted.
 */
final class Guard extends MethodVisitor {
    private static final String PROBE = Type.getInternalName(Probe.class);

    /** Gives methods their guards. */
    static final class Guards implements Pass {
        private final MethodNumbers numbers = new MethodNumbers();

        private final List<MethodPlan> plans;

        /** @param plans the methods, which are numbered in this order */
        Guards(List<MethodPlan> plans) {
            this.plans = plans;
            for (int id = 0; id < plans.size(); id++) {
                MethodPlan plan = plans.get(id);
                numbers.add(id, plan.owner(), plan.name(), plan.descriptor());
            }
        }

        @Override
        public Layer layer() {
            return Layer.BODIES;
        }

        @Override
        public boolean concerns(String name) {
            return numbers.areIn(name);
        }

        @Override
        public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
            Integer id = numbers.of(of.name(), name, descriptor);
            return id == null ? to : new Guard(to, id, plans.get(id), of.frames());
        }
    }

    private final int id;
    private final MethodPlan plan;
    private final boolean frames;

    /**
     * @param id the number by which the runtime knows the method
     * @param frames whether the class is of a version that has stack-map frames
     */
    private Guard(MethodVisitor to, int id, MethodPlan plan, boolean frames) {
        super(Opcodes.ASM9, to);
        this.id = id;
        this.plan = plan;
        this.frames = frames;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        super.visitLdcInsn(id);
        super.visitMethodInsn(Opcodes.INVOKESTATIC, PROBE, "enter", "(I)I", false);
        if (plan.replacements().isEmpty()) {
            super.visitInsn(Opcodes.POP);
            return;
        }
        Label body = new Label();
        Label[] cases = new Label[plan.replacements().size()];
        for (int index = 0; index < cases.length; index++) {
            cases[index] = new Label();
        }
        super.visitTableSwitchInsn(0, cases.length - 1, body, cases);
        int leave = Type.getReturnType(plan.descriptor()).getOpcode(Opcodes.IRETURN);
        for (int index = 0; index < cases.length; index++) {
            start(cases[index]);
            List<Step> steps = plan.replacements().get(index);
            steps.forEach(step -> step.write(mv));
            super.visitInsn(leave);
        }
        start(body);
        // The body may begin with a frame of its own, and two frames cannot stand at one place.
        super.visitInsn(Opcodes.NOP);
    }

    /** A place where nothing but the parameters is there, as at the start of the method. */
    private void start(Label label) {
        super.visitLabel(label);
        if (frames) {
            super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        }
    }
}
