package fex.instrument.taint;

import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Calls of the JDK that work on nothing but numbers and texts, and on builders of texts, or only ask whether there is an object, and that call no
 * code of programs: what happens to marks is known before the call, and needs no {@link fex.runtime.taint.Outside}.
 */
final class PlainCalls {
    /** Classes whose objects never change. */
    private static final Set<String> VALUES = Set.of(
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Short",
            "java/lang/Byte",
            "java/lang/Character",
            "java/lang/Boolean",
            "java/lang/Double",
            "java/lang/Float",
            "java/lang/String",
            "java/lang/Math");

    private static final Set<String> BUILDERS = Set.of("java/lang/StringBuilder", "java/lang/StringBuffer");

    /** Calls that return what they are given, and look into no object for that. */
    private static final Set<String> REQUIRING = Set.of(
            "java/util/Objects.requireNonNull(Ljava/lang/Object;)Ljava/lang/Object;",
            "java/util/Objects.requireNonNull(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;");

    private final Emit emit;
    private final ShadowFrame shadow;

    PlainCalls(Emit emit) {
        this.emit = emit;
        this.shadow = emit.shadow;
    }

    /** Whether methods of a class call no code of programs, unless they are given objects of other classes. */
    static boolean areClosed(String owner) {
        return VALUES.contains(owner) || BUILDERS.contains(owner);
    }

    /** Whether a call is one. */
    static boolean has(MethodInsnNode call) {
        if (REQUIRING.contains(call.owner + "." + call.name + call.desc)) {
            return true;
        }
        boolean isOfBuilder = BUILDERS.contains(call.owner);
        if (call.name.equals("<init>") || !areClosed(call.owner)) {
            return false;
        }
        for (Type type : Type.getArgumentTypes(call.desc)) {
            // Values look into no other object than one of their own kind.
            boolean isCompared = !isOfBuilder && call.name.equals("equals");
            boolean isValue = type.getSort() < Type.ARRAY || VALUES.contains(type.getInternalName());
            if (!isValue && !isCompared) {
                return false;
            }
        }
        return true;
    }

    /** Writes the code before a call, which gives its result the marks that it will have. */
    void call(MethodInsnNode call, List<Type> types, int first, Type result, InsnList before) {
        boolean isOfBuilder = BUILDERS.contains(call.owner);
        Spilled spilled = new Spilled(isOfBuilder ? types : List.of(), shadow.free());
        spilled.store(before);
        emit.loadFlow(before);
        int skipped = isOfBuilder ? 1 : 0;
        int[] marks = new int[1 + types.size() - skipped];
        marks[0] = shadow.control();
        for (int number = 1; number < marks.length; number++) {
            marks[number] = shadow.value(first + skipped + number - 1);
        }
        emit.all(before, marks);
        if (isOfBuilder) {
            boolean changes = (Effects.of(call.getOpcode(), call.owner, call.name, call.desc) & 1) != 0;
            before.add(new VarInsnNode(Opcodes.ALOAD, spilled.variable(0)));
            emit.load(before, shadow.value(first));
            before.add(Emit.integer(changes ? 1 : 0));
            emit.callFlow(before, "builder", "(" + Emit.MARKS + "Ljava/lang/Object;" + Emit.MARKS + "I)" + Emit.MARKS);
        } else {
            emit.callFlow(before, "plain", "(" + Emit.MARKS + ")" + Emit.MARKS);
        }
        if (Refusals.has(call.owner, call.name, call.desc)) {
            before.add(new InsnNode(Opcodes.DUP));
            emit.taint(before, "guard", "(" + Emit.MARKS + ")V");
        }
        if (result.getSort() == Type.VOID) {
            before.add(new InsnNode(Opcodes.POP));
        } else {
            emit.stack.drop(first);
            emit.store(before, shadow.value(first));
        }
        spilled.load(before);
        spilled.forget(before);
    }
}
