package fex.instrument;

import fex.runtime.BranchProbe;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Method references whose calls are told.
 *
 * <p>What such an object calls is a method that the class gets, which tells of the call and makes it. The object is made with what is known
 * then of the branches that led there, so that its calls count for that evaluation of the reference, whoever makes them and when.
 */
final class References {
    private static final String OBJECT = "java/lang/Object";

    private References() {}

    /** Has a method reference make an object that tells of its calls. */
    static void tell(InsnList instructions, InvokeDynamicInsnNode made, Pass.Target of, int site) {
        Handle referred = (Handle) made.bsmArgs[1];
        Type[] captured = Type.getArgumentTypes(made.desc);
        if (captured.length > 1) {
            throw new IllegalStateException("a method reference holds more than its receiver");
        }
        MethodNode caller = caller(referred, captured, of, BranchProbe.referring(site));
        of.added().add(caller);
        InsnList added = BranchProbes.told("refers", site, "Ljava/lang/Object;");
        if (captured.length == 1) {
            added.add(new InsnNode(Opcodes.SWAP));
        }
        instructions.insertBefore(made, added);
        made.desc = made.desc.replaceFirst("\\(", "(Ljava/lang/Object;");
        made.bsmArgs = made.bsmArgs.clone();
        made.bsmArgs[1] = new Handle(Opcodes.H_INVOKESTATIC, of.name(), caller.name, caller.desc, of.isInterface());
    }

    /** A method that tells of the call of another one and makes it; what is known of the reference comes before its arguments. */
    private static MethodNode caller(Handle referred, Type[] captured, Pass.Target of, String name) {
        int tag = referred.getTag();
        boolean isMade = tag == Opcodes.H_NEWINVOKESPECIAL;
        Type owner = Type.getObjectType(referred.getOwner());
        List<Type> parameters = new ArrayList<>();
        parameters.add(Type.getObjectType(OBJECT));
        if (!isMade && tag != Opcodes.H_INVOKESTATIC) {
            parameters.add(captured.length == 1 ? captured[0] : owner);
        }
        parameters.addAll(List.of(Type.getArgumentTypes(referred.getDesc())));
        Type result = isMade ? owner : Type.getReturnType(referred.getDesc());
        String descriptor = Type.getMethodDescriptor(result, parameters.toArray(new Type[0]));
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
        MethodNode caller = new MethodNode(Opcodes.ASM9, access, name, descriptor, null, null);
        InsnList code = caller.instructions;
        if (isMade) {
            code.add(new TypeInsnNode(Opcodes.NEW, referred.getOwner()));
            code.add(new InsnNode(Opcodes.DUP));
        }
        int local = 1;
        for (Type parameter : parameters.subList(1, parameters.size())) {
            code.add(new VarInsnNode(parameter.getOpcode(Opcodes.ILOAD), local));
            local += parameter.getSize();
        }
        code.add(new VarInsnNode(Opcodes.ALOAD, 0));
        code.add(BranchProbes.tell("calls", "(Ljava/lang/Object;)V"));
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        code.add(start);
        boolean isOfInterface = referred.isInterface();
        code.add(new MethodInsnNode(
                instruction(tag), referred.getOwner(), referred.getName(), referred.getDesc(), isOfInterface));
        code.add(end);
        code.add(BranchProbes.tell("returned", "()V"));
        code.add(new InsnNode(result.getOpcode(Opcodes.IRETURN)));
        LabelNode handler = new LabelNode();
        code.add(handler);
        if (of.frames()) {
            code.add(new FrameNode(Opcodes.F_FULL, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"}));
        }
        code.add(BranchProbes.tell("returned", "()V"));
        code.add(new InsnNode(Opcodes.ATHROW));
        caller.tryCatchBlocks.add(new TryCatchBlockNode(start, end, handler, null));
        return caller;
    }

    private static int instruction(int tag) {
        return switch (tag) {
            case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
            case Opcodes.H_INVOKEVIRTUAL -> Opcodes.INVOKEVIRTUAL;
            case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
            case Opcodes.H_INVOKESPECIAL, Opcodes.H_NEWINVOKESPECIAL -> Opcodes.INVOKESPECIAL;
            default -> throw new IllegalStateException("a method reference that calls no method");
        };
    }
}
