package fex.instrument;

import fex.runtime.Mutant;
import fex.runtime.MutantJumps;
import fex.runtime.MutantMath;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Has instructions ask the runtime whether they do something else. All mutants of a method are in its code at once.
 *
 * <p>Nothing is jumped over in the method itself, so that it needs no frames: an operation is a call that computes the same, a jump
 * depends on a call that compares the same, and values go through a call. Calls are made by methods that the class gets; see
 * {@link Removable}. A constructor is left alone as far as there is no object yet.
 */
final class Mutants extends MethodVisitor {
    private static final String MUTANT = Type.getInternalName(Mutant.class);
    private static final String MATH = Type.getInternalName(MutantMath.class);
    private static final String JUMPS = Type.getInternalName(MutantJumps.class);

    private static final String OBJECT = "Ljava/lang/Object;";

    /** The types of instructions of which there are four in a row, and those of numbers among the descriptors of fields. */
    private static final String TYPES = "IJFD";

    private static final String SMALL = "ZBCS";

    /** The names of operations that all four types have, and of those that two of them have, in the order of the opcodes. */
    private static final List<String> OPERATIONS = List.of("add", "sub", "mul", "div", "rem", "neg");

    private static final List<String> OF_BITS = List.of("shl", "shr", "ushr", "and", "or", "xor");

    /** The names of comparisons in the order of the opcodes. */
    private static final List<String> COMPARISONS = List.of("equal", "unequal", "less", "atLeast", "greater", "atMost");

    private static final Set<Mutator> OF_JUMPS = EnumSet.of(Mutator.ALWAYS, Mutator.NEVER);
    private static final Set<Mutator> OF_ORDER = EnumSet.of(Mutator.ALWAYS, Mutator.NEVER, Mutator.BOUNDARY);
    private static final Set<Mutator> OF_OPERATIONS = EnumSet.of(Mutator.OPPOSITE, Mutator.FIRST, Mutator.SECOND);
    private static final Set<Mutator> OF_LONG_SHIFTS = EnumSet.of(Mutator.OPPOSITE, Mutator.FIRST);
    private static final Set<Mutator> OF_NEGATIONS = EnumSet.of(Mutator.FIRST);
    private static final Set<Mutator> OF_VALUES =
            EnumSet.of(Mutator.INCREMENTED, Mutator.NEGATED, Mutator.ZERO, Mutator.ONE);
    private static final Set<Mutator> OF_REFERENCES = EnumSet.of(Mutator.ZERO);
    private static final Set<Mutator> OF_KEYS = EnumSet.of(Mutator.INCREMENTED);
    private static final Set<Mutator> OF_INCREMENTS = EnumSet.of(Mutator.REMOVED, Mutator.NEGATED);
    private static final Set<Mutator> OF_CALLS = EnumSet.of(Mutator.REMOVED);
    private static final Set<Mutator> OF_NOTHING = EnumSet.noneOf(Mutator.class);

    /** Gives methods their mutants. */
    static final class Methods implements Pass {
        private final MethodNumbers numbers = new MethodNumbers();
        private final List<MethodPlan> plans;

        /** The number of the first site of each method. */
        private final int[] first;

        /** @param plans the methods, whose sites are numbered in this order */
        Methods(List<MethodPlan> plans) {
            this.plans = plans;
            first = new int[plans.size()];
            int site = 0;
            for (int id = 0; id < first.length; id++) {
                MethodPlan plan = plans.get(id);
                first[id] = site;
                site += plan.sites().size();
                if (!plan.sites().isEmpty()) {
                    numbers.add(id, plan.owner(), plan.name(), plan.descriptor());
                }
            }
        }

        @Override
        public Layer layer() {
            return Layer.MUTANTS;
        }

        @Override
        public boolean concerns(String name) {
            return numbers.areIn(name);
        }

        @Override
        public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
            Integer id = numbers.of(of.name(), name, descriptor);
            return id == null ? to : new Mutants(to, of, plans.get(id), first[id]);
        }
    }

    /** Tells the runtime which mutants methods have. */
    static void declare(List<MethodPlan> plans) {
        int[] bodies = new int[plans.size()];
        int[][] sites = new int[plans.size()][];
        int[][] mutators = new int[plans.size()][];
        int site = 0;
        for (int id = 0; id < bodies.length; id++) {
            MethodPlan plan = plans.get(id);
            List<Integer> at = new ArrayList<>();
            List<Integer> by = new ArrayList<>();
            for (MutationSite mutated : plan.sites()) {
                for (Mutator mutator : mutated.mutators()) {
                    at.add(site);
                    by.add(mutator.ordinal());
                }
                site++;
            }
            bodies[id] = plan.replacements().size();
            sites[id] = at.stream().mapToInt(Integer::intValue).toArray();
            mutators[id] = by.stream().mapToInt(Integer::intValue).toArray();
        }
        Mutant.makeRoom(site);
        Mutant.declare(bodies, sites, mutators);
    }

    /** A site, with its number for the runtime. */
    private record Numbered(int number, MutationSite site) {}

    private final Pass.Target of;
    private final MethodPlan plan;

    /** The sites that are still to come, by the numbers of their instructions. */
    private final Map<Integer, Numbered> sites = new HashMap<>();

    /** How many instructions there were. */
    private int place;

    /** Whether there is an object, in a constructor. */
    private boolean isObject;

    /** How many objects were made whose constructors have not been called yet. */
    private int unfinished;

    private Mutants(MethodVisitor to, Pass.Target of, MethodPlan plan, int first) {
        super(Opcodes.ASM9, to);
        this.of = of;
        this.plan = plan;
        isObject = !plan.name().equals("<init>");
        for (int index = 0; index < plan.sites().size(); index++) {
            MutationSite site = plan.sites().get(index);
            if (sites.put(site.place(), new Numbered(first + index, site)) != null) {
                throw new IllegalStateException("two sites at one instruction");
            }
        }
    }

    /** Goes on to the next instruction; gives its site, or -1 if it stays as it is. */
    private int next(Set<Mutator> able) {
        Numbered numbered = sites.remove(place++);
        if (numbered == null) {
            return -1;
        }
        if (!able.containsAll(numbered.site().mutators())) {
            throw new IllegalStateException("other instructions than the class file has");
        }
        return isObject ? numbered.number() : -1;
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.DRETURN) {
            value(next(OF_VALUES), type(opcode - Opcodes.IRETURN));
            super.visitInsn(opcode);
        } else if (opcode == Opcodes.ARETURN) {
            reference(next(OF_REFERENCES));
            super.visitInsn(opcode);
        } else if (opcode >= Opcodes.IADD && opcode <= Opcodes.LXOR) {
            operation(opcode);
        } else {
            String type = pushed(opcode);
            int site = next(type.isEmpty() ? OF_NOTHING : OF_VALUES);
            super.visitInsn(opcode);
            value(site, type);
        }
    }

    /** The type of the number that an instruction without operands pushes, a constant or an element; empty if it pushes none. */
    private static String pushed(int opcode) {
        if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
            return "I";
        } else if (opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1) {
            return "J";
        } else if (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
            return "F";
        } else if (opcode == Opcodes.DCONST_0 || opcode == Opcodes.DCONST_1) {
            return "D";
        } else if (opcode >= Opcodes.IALOAD && opcode <= Opcodes.DALOAD) {
            return type(opcode - Opcodes.IALOAD);
        }
        return opcode >= Opcodes.BALOAD && opcode <= Opcodes.SALOAD ? "I" : "";
    }

    private static String type(int index) {
        return TYPES.substring(index, index + 1);
    }

    private void operation(int opcode) {
        boolean isOfBits = opcode >= Opcodes.ISHL;
        int index = opcode - (isOfBits ? Opcodes.ISHL : Opcodes.IADD);
        String type = type(isOfBits ? index % 2 : index % 4);
        String name = isOfBits ? OF_BITS.get(index / 2) : OPERATIONS.get(index / 4);
        boolean isNegation = name.equals("neg");
        boolean isShift = isOfBits && opcode <= Opcodes.LUSHR;
        boolean isLongShift = isShift && type.equals("J");
        int site = next(isNegation ? OF_NEGATIONS : isLongShift ? OF_LONG_SHIFTS : OF_OPERATIONS);
        if (site < 0) {
            super.visitInsn(opcode);
        } else {
            push(site);
            String second = isNegation ? "" : isShift ? "I" : type;
            call(MATH, name, "(" + type + second + "I)" + type);
        }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        int site = next(opcode == Opcodes.NEWARRAY ? OF_NOTHING : OF_VALUES);
        super.visitIntInsn(opcode, operand);
        value(site, "I");
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        boolean isNumber = opcode >= Opcodes.ILOAD && opcode <= Opcodes.DLOAD;
        int site = next(isNumber ? OF_VALUES : OF_NOTHING);
        super.visitVarInsn(opcode, variable);
        value(site, isNumber ? type(opcode - Opcodes.ILOAD) : "");
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        next(OF_NOTHING);
        super.visitTypeInsn(opcode, type);
        if (opcode == Opcodes.NEW) {
            unfinished++;
        }
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        boolean isRead = opcode == Opcodes.GETFIELD || opcode == Opcodes.GETSTATIC;
        boolean isSmall = SMALL.contains(descriptor);
        boolean isNumber = isRead && (isSmall || TYPES.contains(descriptor));
        int site = next(isNumber ? OF_VALUES : OF_NOTHING);
        super.visitFieldInsn(opcode, owner, name, descriptor);
        value(site, isSmall ? "I" : descriptor);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        int site = next(OF_CALLS);
        if (site >= 0 && Removable.is(opcode, owner, name, descriptor) && Removable.canBeIn(of, plan.name())) {
            Removable call = new Removable(opcode, owner, name, descriptor, isInterface);
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC, of.name(), call.add(of, site), call.callerDescriptor(), of.isInterface());
            if (call.cast() != null) {
                super.visitTypeInsn(Opcodes.CHECKCAST, call.cast());
            }
            return;
        }
        super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        if (opcode == Opcodes.INVOKESPECIAL && name.equals("<init>") && unfinished-- == 0) {
            isObject = true;
        }
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        next(OF_NOTHING);
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitJumpInsn(int opcode, Label target) {
        if (opcode == Opcodes.GOTO || opcode == Opcodes.JSR) {
            next(OF_NOTHING);
            super.visitJumpInsn(opcode, target);
            return;
        }
        boolean isOfNumbers = opcode <= Opcodes.IF_ICMPLE;
        int index = (opcode - Opcodes.IFEQ) % COMPARISONS.size();
        // The first two tell whether numbers are equal.
        int site = next(isOfNumbers && index > 1 ? OF_ORDER : OF_JUMPS);
        if (site < 0) {
            super.visitJumpInsn(opcode, target);
            return;
        }
        push(site);
        if (isOfNumbers) {
            call(JUMPS, COMPARISONS.get(index), opcode >= Opcodes.IF_ICMPEQ ? "(III)Z" : "(II)Z");
        } else if (opcode <= Opcodes.IF_ACMPNE) {
            call(JUMPS, opcode == Opcodes.IF_ACMPEQ ? "same" : "different", "(" + OBJECT + OBJECT + "I)Z");
        } else {
            call(JUMPS, opcode == Opcodes.IFNULL ? "isNull" : "isNotNull", "(" + OBJECT + "I)Z");
        }
        super.visitJumpInsn(Opcodes.IFNE, target);
    }

    @Override
    public void visitLdcInsn(Object constant) {
        String type = constant instanceof Integer
                ? "I"
                : constant instanceof Long
                        ? "J"
                        : constant instanceof Float ? "F" : constant instanceof Double ? "D" : "";
        int site = next(type.isEmpty() ? OF_NOTHING : OF_VALUES);
        super.visitLdcInsn(constant);
        value(site, type);
    }

    @Override
    public void visitIincInsn(int variable, int by) {
        int site = next(OF_INCREMENTS);
        if (site < 0) {
            super.visitIincInsn(variable, by);
        } else {
            super.visitVarInsn(Opcodes.ILOAD, variable);
            push(by);
            push(site);
            call(MUTANT, "increment", "(III)I");
            super.visitVarInsn(Opcodes.ISTORE, variable);
        }
    }

    @Override
    public void visitTableSwitchInsn(int least, int greatest, Label otherwise, Label... cases) {
        value(next(OF_KEYS), "I");
        super.visitTableSwitchInsn(least, greatest, otherwise, cases);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] cases) {
        value(next(OF_KEYS), "I");
        super.visitLookupSwitchInsn(otherwise, keys, cases);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        next(OF_NOTHING);
        super.visitMultiANewArrayInsn(descriptor, dimensions);
    }

    @Override
    public void visitEnd() {
        if (!sites.isEmpty()) {
            throw new IllegalStateException("fewer instructions than have sites");
        }
        super.visitEnd();
    }

    /** Has the number on the stack go through the runtime, if it is at a site. */
    private void value(int site, String type) {
        if (site >= 0) {
            push(site);
            call(MUTANT, "value", "(" + type + "I)" + type);
        }
    }

    /** The same for an object that is returned. */
    private void reference(int site) {
        if (site >= 0) {
            push(site);
            call(MUTANT, "value", "(" + OBJECT + "I)" + OBJECT);
            Type result = Type.getReturnType(plan.descriptor());
            if (!result.getDescriptor().equals(OBJECT)) {
                super.visitTypeInsn(Opcodes.CHECKCAST, result.getInternalName());
            }
        }
    }

    private void push(int number) {
        if (number >= -1 && number <= 5) {
            super.visitInsn(Opcodes.ICONST_0 + number);
        } else if (number == (byte) number) {
            super.visitIntInsn(Opcodes.BIPUSH, number);
        } else if (number == (short) number) {
            super.visitIntInsn(Opcodes.SIPUSH, number);
        } else {
            super.visitLdcInsn(number);
        }
    }

    private void call(String owner, String name, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
    }
}
