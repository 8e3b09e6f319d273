package fex.instrument;

import fex.runtime.BranchProbe;
import fex.runtime.Comparing;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Tells the runtime which way conditional jumps and switches go, and where call sites are called, {@link References} included.
 *
 * <p>What a jump compares is told before it jumps; so nothing is jumped over, and no frame is needed but that of the handler around the
 * method. What is told of a constructor begins where there is an object.
 */
final class BranchProbes extends MethodNode {
    private static final String PROBE = Type.getInternalName(BranchProbe.class);

    /** What an inner pass added are no calls of the original body. */
    private static final String RUNTIME = PROBE.substring(0, PROBE.lastIndexOf('/') + 1);

    private static final String COMPARING = Type.getInternalName(Comparing.class);

    /** The methods of strings that are asked in their place, and remember how far their answers are from the other ones. */
    private static final Map<String, String> OF_TEXTS = Map.of(
            "equals(Ljava/lang/Object;)Z", "(Ljava/lang/String;Ljava/lang/Object;)Z",
            "equalsIgnoreCase(Ljava/lang/String;)Z", "(Ljava/lang/String;Ljava/lang/String;)Z",
            "startsWith(Ljava/lang/String;)Z", "(Ljava/lang/String;Ljava/lang/String;)Z",
            "endsWith(Ljava/lang/String;)Z", "(Ljava/lang/String;Ljava/lang/String;)Z");

    /** Tells of some methods. */
    static final class Methods implements Pass {
        private final List<BranchProbe.Method> methods;
        private final MethodNumbers numbers = new MethodNumbers();
        private final boolean remembers;
        private final Predicate<String> classes;

        /**
         * @param methods the methods, which are numbered in this order
         * @param remembers whether it is remembered what is compared
         * @param classes of which classes they are changed, by their internal names
         */
        Methods(List<BranchProbe.Method> methods, boolean remembers, Predicate<String> classes) {
            this.methods = methods;
            this.remembers = remembers;
            this.classes = classes;
            for (int number = 0; number < methods.size(); number++) {
                BranchProbe.Method method = methods.get(number);
                numbers.add(number, method.owner(), method.name(), method.descriptor());
            }
        }

        @Override
        public Layer layer() {
            return Layer.BRANCHES;
        }

        @Override
        public boolean concerns(String name) {
            return classes.test(name) && numbers.areIn(name);
        }

        @Override
        public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
            Integer number = numbers.of(of.name(), name, descriptor);
            return number == null
                    ? to
                    : new BranchProbes(to, of, name, descriptor, number, methods.get(number), remembers);
        }
    }

    private final MethodVisitor to;
    private final Pass.Target of;
    private final int number;
    private final BranchProbe.Method method;
    private final boolean remembers;

    private BranchProbes(
            MethodVisitor to,
            Pass.Target of,
            String name,
            String descriptor,
            int number,
            BranchProbe.Method method,
            boolean remembers) {
        super(Opcodes.ASM9, 0, name, descriptor, null, null);
        this.to = to;
        this.of = of;
        this.number = number;
        this.method = method;
        this.remembers = remembers;
    }

    @Override
    public void visitEnd() {
        super.visitEnd();
        if (instructions.size() > 0) {
            change();
        }
        accept(to);
    }

    private void change() {
        Map<Integer, Integer> sites = new HashMap<>();
        method.calls().forEach(call -> sites.put(call.place(), call.site()));
        Set<LabelNode> handlers = new HashSet<>();
        tryCatchBlocks.forEach(block -> handlers.add(block.handler));
        AbstractInsnNode[] original = instructions.toArray();
        LabelNode start = new LabelNode();
        boolean isObject = !name.equals("<init>");
        if (isObject) {
            InsnList first = entering();
            first.add(start);
            instructions.insert(first);
        }
        int decision = 0;
        int call = 0;
        int unfinished = 0;
        for (AbstractInsnNode node : original) {
            int opcode = node.getOpcode();
            if (node instanceof JumpInsnNode jump && opcode != Opcodes.GOTO && opcode != Opcodes.JSR) {
                meet(jump, method.decisions().get(decision++));
            } else if (node instanceof TableSwitchInsnNode || node instanceof LookupSwitchInsnNode) {
                choose(node, method.decisions().get(decision++));
            } else if (node instanceof MethodInsnNode invoke && !invoke.owner.startsWith(RUNTIME)) {
                Integer site = sites.get(call++);
                boolean makes = opcode == Opcodes.INVOKESPECIAL && invoke.name.equals("<init>") && unfinished-- == 0;
                if (site != null && isObject) {
                    instructions.insertBefore(node, told("calls", site));
                    instructions.insert(node, tell("returned", "()V"));
                }
                if (makes && !isObject) {
                    isObject = true;
                    InsnList first = entering();
                    first.add(start);
                    instructions.insert(node, first);
                }
            } else if (node instanceof InvokeDynamicInsnNode made) {
                Integer site = sites.get(call++);
                if (site != null && isObject) {
                    References.tell(instructions, made, of, site);
                }
            } else if (opcode == Opcodes.NEW) {
                unfinished++;
            } else if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN && isObject) {
                instructions.insertBefore(node, tell("leave", "()V"));
            } else if (node instanceof LabelNode label && handlers.contains(label) && isObject) {
                AbstractInsnNode at = next(label);
                if (at != null) {
                    instructions.insertBefore(at, tell("caught", "()V"));
                }
            }
        }
        if (decision != method.decisions().size()) {
            throw new IllegalStateException("other decisions than the class file has");
        }
        if (!isObject) {
            throw new IllegalStateException("a constructor calls no constructor");
        }
        handle(start);
    }

    private InsnList entering() {
        return told("enter", number);
    }

    /** The first instruction from a label on. */
    private static AbstractInsnNode next(LabelNode label) {
        AbstractInsnNode at = label;
        while (at != null && at.getOpcode() < 0) {
            at = at.getNext();
        }
        return at;
    }

    /** Tells when the method ends by an exception. */
    private void handle(LabelNode start) {
        LabelNode end = new LabelNode();
        instructions.add(end);
        if (of.frames()) {
            instructions.add(new FrameNode(Opcodes.F_FULL, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"}));
        }
        instructions.add(tell("thrown", "()V"));
        instructions.add(new InsnNode(Opcodes.ATHROW));
        tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, null));
    }

    private void meet(JumpInsnNode jump, BranchProbe.Decision decision) {
        int opcode = jump.getOpcode();
        AbstractInsnNode last = remembers ? Comparisons.before(jump) : null;
        boolean isZero = opcode <= Opcodes.IFLE;
        String name = "met";
        if (isZero && last != null && Comparisons.call(instructions, last, COMPARING)) {
            name = "metCompared";
        } else if (opcode <= Opcodes.IFNE && last != null && equal(last)) {
            name = "metEqual";
        }
        boolean ofObjects = opcode >= Opcodes.IF_ACMPEQ;
        boolean isPair = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
        String operand = ofObjects ? "Ljava/lang/Object;" : "I";
        InsnList added = new InsnList();
        added.add(new InsnNode(isPair ? Opcodes.DUP2 : Opcodes.DUP));
        added.add(new LdcInsnNode(opcode));
        added.add(new LdcInsnNode(decision.branches().get(0)));
        added.add(tell(name, "(" + operand + (isPair ? operand : "") + "II)V"));
        instructions.insertBefore(jump, added);
    }

    /** Has it remembered how far texts are from each other, if an instruction compares some. */
    private boolean equal(AbstractInsnNode node) {
        if (!(node instanceof MethodInsnNode call) || !call.owner.equals("java/lang/String")) {
            return false;
        }
        String descriptor = OF_TEXTS.get(call.name + call.desc);
        if (descriptor == null) {
            return false;
        }
        instructions.set(node, new MethodInsnNode(Opcodes.INVOKESTATIC, COMPARING, call.name, descriptor, false));
        return true;
    }

    private void choose(AbstractInsnNode node, BranchProbe.Decision decision) {
        if (decision.keys().isEmpty()) {
            // A switch that has only a default decides nothing.
            return;
        }
        InsnList added = new InsnList();
        added.add(new InsnNode(Opcodes.DUP));
        added.add(new LdcInsnNode(BranchProbe.numberOf(decision)));
        added.add(tell("chosen", "(II)V"));
        instructions.insertBefore(node, added);
    }

    private static InsnList told(String what, int number) {
        return told(what, number, "V");
    }

    /** A call of the runtime with a number, which gives something. */
    static InsnList told(String what, int number, String result) {
        InsnList added = new InsnList();
        added.add(new LdcInsnNode(number));
        added.add(tell(what, "(I)" + result));
        return added;
    }

    static MethodInsnNode tell(String what, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, PROBE, what, descriptor, false);
    }
}
