package fex.instrument;

import fex.runtime.Mutant;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A call that may not be made. The class gets a method that is called in its place:
 *
 * <pre>
 * private static Object fex$removes$SITE(Object receiver, Object argument, int number) {
 *   return Mutant.removes(SITE) ? 0, false or null : ((O) receiver).name((A) argument, number);
 * }
 * </pre>
 *
 * <p>Types of libraries and programs are not in its descriptor, because whoever asks a class for its methods has those loaded. A library
 * may be missing that is only called where it is there.
 *
 * @param opcode the instruction that calls
 * @param owner the internal name of the class that the instruction names
 * @param isInterface whether that is an interface
 */
record Removable(int opcode, String owner, String name, String descriptor, boolean isInterface) {
    private static final String MUTANT = Type.getInternalName(Mutant.class);
    private static final Type OBJECT = Type.getType(Object.class);

    /** The protected methods of all objects, which only a class itself can call of its own objects and those of its subclasses. */
    private static final List<String> OF_OBJECTS = List.of("clone()Ljava/lang/Object;", "finalize()V");

    /**
     * Whether another method of the class can make a call. It cannot call the method of a superclass past its own one or a constructor,
     * and it does not know more of a receiver than the instruction does.
     */
    static boolean is(int opcode, String owner, String name, String descriptor) {
        boolean isOfObjects = owner.equals("java/lang/Object") && OF_OBJECTS.contains(name + descriptor);
        return opcode != Opcodes.INVOKESPECIAL && !owner.startsWith("[") && !isOfObjects;
    }

    /**
     * Whether a class can have methods that make the calls of a method. Interfaces of old versions cannot, and all they have is an
     * initialiser.
     */
    static boolean canBeIn(Pass.Target of, String method) {
        return !of.isInterface() || !method.equals("<clinit>");
    }

    /** Adds the method to a class; returns its name. */
    String add(Pass.Target to, int site) {
        String caller = "fex$removes$" + site;
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
        MethodNode method = new MethodNode(Opcodes.ASM9, access, caller, callerDescriptor(), null, null);
        Type result = Type.getReturnType(descriptor);
        InsnNode leave = new InsnNode(result.getOpcode(Opcodes.IRETURN));
        LabelNode call = new LabelNode();
        InsnList code = method.instructions;
        code.add(new LdcInsnNode(site));
        code.add(new MethodInsnNode(Opcodes.INVOKESTATIC, MUTANT, "removes", "(I)Z", false));
        code.add(new JumpInsnNode(Opcodes.IFEQ, call));
        if (result.getSort() != Type.VOID) {
            code.add(new InsnNode(zero(result)));
        }
        code.add(leave);
        code.add(call);
        if (to.frames()) {
            code.add(new FrameNode(Opcodes.F_SAME, 0, null, 0, null));
        }
        int local = 0;
        for (Type parameter : parameters()) {
            code.add(new VarInsnNode(parameter.getOpcode(Opcodes.ILOAD), local));
            local += parameter.getSize();
            if (!erased(parameter).equals(parameter)) {
                code.add(new TypeInsnNode(Opcodes.CHECKCAST, parameter.getInternalName()));
            }
        }
        code.add(new MethodInsnNode(opcode, owner, name, descriptor, isInterface));
        code.add(leave.clone(null));
        to.added().add(method);
        return caller;
    }

    /** What the method is given and gives. */
    String callerDescriptor() {
        Type[] erased = parameters().stream().map(Removable::erased).toArray(Type[]::new);
        return Type.getMethodDescriptor(erased(Type.getReturnType(descriptor)), erased);
    }

    /** The internal name of the class to which the result has to be cast after the call of the method; null if it need not be. */
    String cast() {
        Type result = Type.getReturnType(descriptor);
        return erased(result).equals(result) ? null : result.getInternalName();
    }

    /** The receiver, if there is one, and the arguments. */
    private List<Type> parameters() {
        List<Type> parameters = new ArrayList<>();
        if (opcode != Opcodes.INVOKESTATIC) {
            parameters.add(Type.getObjectType(owner));
        }
        parameters.addAll(List.of(Type.getArgumentTypes(descriptor)));
        return parameters;
    }

    /** A type that is always there. */
    private static Type erased(Type type) {
        Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
        return element.getSort() == Type.OBJECT && !element.getInternalName().startsWith("java/") ? OBJECT : type;
    }

    private static int zero(Type type) {
        return switch (type.getSort()) {
            case Type.LONG -> Opcodes.LCONST_0;
            case Type.FLOAT -> Opcodes.FCONST_0;
            case Type.DOUBLE -> Opcodes.DCONST_0;
            case Type.ARRAY, Type.OBJECT -> Opcodes.ACONST_NULL;
            default -> Opcodes.ICONST_0;
        };
    }
}
