package fex.instrument;

import fex.runtime.Inquiry;
import fex.runtime.Observer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Tells the runtime what the variables of tests hold where another line begins: there, statements could be added that ask these
 * objects for something.
 *
 * <p>Which variables there are is known only after the code, so that the method is read whole before it is written.
 */
final class Held extends MethodNode {
    private static final String OBSERVER = Type.getInternalName(Observer.class);

    /** The longest code that more is added to: a method must not grow beyond what the JVM takes. */
    private static final int MOST_INSTRUCTIONS = 4_000;

    /**
     * Tells of the variables in some classes.
     *
     * @param classes their internal names
     */
    static Pass in(Set<String> classes) {
        return new ClassPass(
                classes,
                Pass.Layer.INSTRUCTIONS,
                // In a constructor, `this` may be no object yet.
                (to, of, name, descriptor) -> name.startsWith("<") ? to : new Held(to, of.name(), name, descriptor));
    }

    private final MethodVisitor to;
    private final String owner;

    private Held(MethodVisitor to, String owner, String name, String descriptor) {
        super(Opcodes.ASM9, 0, name, descriptor, null, null);
        this.to = to;
        this.owner = owner;
    }

    @Override
    public void visitEnd() {
        super.visitEnd();
        if (localVariables != null && instructions.size() <= MOST_INSTRUCTIONS) {
            tell();
        }
        accept(to);
    }

    private void tell() {
        int before = 0;
        for (AbstractInsnNode node : instructions.toArray()) {
            if (node instanceof LineNumberNode begins) {
                if (before > 0 && begins.line != before) {
                    tell(begins, before);
                }
                before = begins.line;
            }
        }
    }

    /** Adds to the begin of a line that it comes after another one. */
    private void tell(LineNumberNode begins, int before) {
        AbstractInsnNode first = begins;
        while (first != null && first.getOpcode() < 0) {
            first = first.getNext();
        }
        if (first == null) {
            return;
        }
        int at = instructions.indexOf(first);
        List<Inquiry.Variable> variables = new ArrayList<>();
        InsnList added = new InsnList();
        for (LocalVariableNode variable : localVariables) {
            if (instructions.indexOf(variable.start) <= at && at < instructions.indexOf(variable.end)) {
                Type type = Type.getType(variable.desc);
                variables.add(new Inquiry.Variable(variable.name, variable.desc));
                added.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), variable.index));
                added.add(call("holds", "(" + Exits.told(type) + ")V"));
            }
        }
        added.add(new LdcInsnNode(Observer.place(new Inquiry.Place(owner, name, desc, before, variables))));
        added.add(call("held", "(I)V"));
        instructions.insertBefore(first, added);
    }

    private static MethodInsnNode call(String name, String descriptor) {
        return new MethodInsnNode(Opcodes.INVOKESTATIC, OBSERVER, name, descriptor, false);
    }
}
