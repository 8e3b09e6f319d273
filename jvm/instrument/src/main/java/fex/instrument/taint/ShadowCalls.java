package fex.instrument.taint;

import fex.runtime.taint.Input;
import fex.runtime.taint.Inputs;
import fex.runtime.taint.Outside;
import fex.runtime.taint.Surroundings;
import fex.runtime.taint.Taint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Has calls hand on marks. What surely runs instrumented code is told the marks of its arguments; of what may not be instrumented, the
 * arguments are looked at themselves, before and after.
 */
final class ShadowCalls {
    private static final Type OBJECT = Type.getType(Object.class);

    /** Classes of the JDK that have constructors, and whose objects never change. */
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
            "java/math/BigInteger",
            "java/math/BigDecimal",
            "java/math/MathContext",
            "java/util/UUID",
            "java/util/Locale",
            "java/net/URI",
            "java/net/URL",
            "java/io/File");

    private final About about;
    private final MethodNode method;
    private final Emit emit;
    private final ShadowFrame shadow;
    private final TestCode test;
    private final Steps steps;
    private final PlainCalls plain;

    /** The calls that read what surrounds tests, each with what that is called. */
    private final Map<AbstractInsnNode, String> readings;

    ShadowCalls(About about, MethodNode method, Emit emit, TestCode test) {
        this.about = about;
        this.method = method;
        this.emit = emit;
        this.shadow = emit.shadow;
        this.test = test;
        steps = new Steps(about, method, emit);
        plain = new PlainCalls(emit);
        readings = EnvironmentCalls.readings(method);
    }

    /** What tells a method from all others but for those that it overrides or that override it. */
    static String signature(String owner, String name, String descriptor, boolean isStatic) {
        if (name.equals("<init>")) {
            return owner + "." + name + descriptor;
        }
        return (isStatic ? "static " : "") + name + descriptor;
    }

    void call(MethodInsnNode call, int at, int line, int depth, InsnList before, InsnList after) {
        boolean isNothing = call.owner.startsWith("fex/") || call.owner.equals("java/lang/Object") && call.name.equals("<init>");
        boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
        List<Type> types = new ArrayList<>(isStatic ? List.of() : List.of(OBJECT));
        types.addAll(Arrays.asList(Type.getArgumentTypes(call.desc)));
        int first = depth - types.size();
        Type result = Type.getReturnType(call.desc);
        if (!isNothing) {
            boolean asserts = !Programs.asserts(about.owner()) && about.assertions().has(call.owner, call.name, call.desc);
            if (asserts) {
                begin(call, line, first, types.size(), before);
            }
            if (EnvironmentCalls.set(call) != Surroundings.FIXED) {
                set(call, first, types.size(), before);
            }
            if (isDirect(call)) {
                direct(call, isStatic, first, types.size(), result, before, after);
            } else if (!about.tells() && PlainCalls.has(call)) {
                plain.call(call, types, first, result, before);
            } else {
                outside(call, line, first, types, result, before, after);
            }
            if (readings.containsKey(call)) {
                read(call, line, result, first, after);
            }
            if (asserts) {
                emit.flow(after, "asserted", "()V");
            }
        } else if (result.getSort() != Type.VOID) {
            emit.stack.none(first);
        }
        if (test != null) {
            test.afterCall(call, at, line, first, after, emit);
        }
    }

    /** What a call has read of what surrounds the test is an input, and so is an object that it has made of that. */
    private void read(MethodInsnNode call, int line, Type result, int first, InsnList after) {
        boolean isNew = call.name.equals("<init>");
        if (isNew && first == 0 || Programs.asserts(about.owner())) {
            return;
        }
        Type type = isNew ? Type.getObjectType(call.owner) : result;
        String name = readings.get(call);
        // All that read the same are one input.
        int input = Inputs.number(
                new Input.Place("environment: " + name, Input.Kind.ENVIRONMENT, "", "", "", 0, name, "Ljava/lang/Object;"));
        // The reference to a new object is on the stack once more.
        int value = shadow.value(isNew ? first - 1 : first);
        emit.read(after, EnvironmentCalls.read(call), input, value);
        steps.read(after, call, type, value, line);
    }

    /** A call sets what surrounds the test. */
    private void set(MethodInsnNode call, int first, int count, InsnList before) {
        before.add(Emit.integer(EnvironmentCalls.set(call)));
        int[] marks = new int[count + 1];
        marks[0] = shadow.control();
        for (int number = 0; number < count; number++) {
            marks[number + 1] = shadow.value(first + number);
        }
        emit.all(before, marks);
        before.add(new MethodInsnNode(
                Opcodes.INVOKESTATIC, Type.getInternalName(Surroundings.class), "set", "(I" + Emit.MARKS + ")V", false));
    }

    private void begin(MethodInsnNode call, int line, int first, int count, InsnList before) {
        shadow.restores();
        int receiver = call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1;
        int place = about.assertions().message(call.owner, call.name, call.desc);
        int message = place < 0 ? -1 : first + receiver + place;
        for (int value = first; test != null && value < first + count; value++) {
            emit.loadFlow(before);
            emit.load(before, shadow.value(value));
            emit.callFlow(before, value == message ? "message" : "handed", "(" + Emit.MARKS + ")V");
        }
        emit.loadFlow(before);
        before.add(Emit.integer(Taint.assertion(about.assertion(method, line, call.name))));
        emit.callFlow(before, "asserts", "(I)V");
    }

    /** Whether a call surely runs instrumented code, but for what is made at run time. */
    private boolean isDirect(MethodInsnNode call) {
        Shapes.Member called = about.shapes().method(call.owner, call.name, call.desc);
        if (called == null || !Programs.has(called.of().name())) {
            return false;
        }
        boolean isNative = (called.access() & Opcodes.ACC_NATIVE) != 0;
        // A lambda may be what implements it.
        return !isNative && !(called.of().isInterface() && called.isAbstract());
    }

    private void direct(
            MethodInsnNode call, boolean isStatic, int first, int count, Type result, InsnList before, InsnList after) {
        settle(before, first, count);
        emit.loadFlow(before);
        before.add(Emit.integer(Taint.method(signature(call.owner, call.name, call.desc, isStatic))));
        emit.load(before, shadow.control());
        int few = Math.min(count, Emit.TOGETHER);
        for (int number = 0; number < few; number++) {
            emit.load(before, shadow.value(first + number));
        }
        emit.callFlow(before, "call", "(I" + Emit.MARKS.repeat(1 + few) + ")V");
        arguments(before, few, first, count);
        emit.loadFlow(after);
        for (int number = 0; number < count; number++) {
            emit.load(after, shadow.value(first + number));
            if (number >= Emit.FEW) {
                emit.union(after);
            }
        }
        emit.callFlow(after, "end", "(" + Emit.MARKS.repeat(Math.min(count, Emit.FEW)) + ")" + Emit.MARKS);
        keep(result, first, after);
    }

    /** The marks of arguments are asked for before the call and after it. */
    private void settle(InsnList before, int first, int count) {
        for (int number = 0; number < count; number++) {
            emit.stack.settle(before, first + number);
        }
    }

    private void arguments(InsnList before, int from, int first, int count) {
        for (int number = from; number < count; number++) {
            emit.loadFlow(before);
            if (number >= Emit.FEW) {
                before.add(Emit.integer(number));
            }
            emit.load(before, shadow.value(first + number));
            emit.callFlow(before, Emit.numbered("argument", number), (number < Emit.FEW ? "(" : "(I") + Emit.MARKS + ")V");
        }
    }

    private void keep(Type result, int first, InsnList after) {
        if (result.getSort() == Type.VOID) {
            after.add(new InsnNode(Opcodes.POP));
        } else {
            emit.stack.drop(first);
            emit.store(after, shadow.value(first));
        }
    }

    private void outside(
            MethodInsnNode call,
            int line,
            int first,
            List<Type> types,
            Type result,
            InsnList before,
            InsnList after) {
        boolean isNew = call.name.equals("<init>");
        settle(before, first, types.size());
        Spilled spilled = new Spilled(types, shadow.free());
        spilled.store(before);
        int outside = spilled.end();
        begin(before, outside);
        for (int number = isNew ? 1 : 0; number < types.size(); number++) {
            give(before, outside, types.get(number), spilled.variable(number), first + number);
        }
        if (call.owner.equals("java/lang/reflect/Field") && call.desc.startsWith("(Ljava/lang/Object;)") && call.name.startsWith("get")) {
            emit.load(before, spilled.variable(0));
            emit.taint(before, "reflected", "(Ljava/lang/reflect/Field;)V");
        }
        if (Refusals.has(call.owner, call.name, call.desc)) {
            emit.load(before, outside);
            emit.callOutside(before, "guarded", "()V");
        }
        boolean mayCall = (call.getOpcode() == Opcodes.INVOKEVIRTUAL || call.getOpcode() == Opcodes.INVOKEINTERFACE)
                && !PlainCalls.areClosed(call.owner);
        if (mayCall) {
            emit.loadFlow(before);
            before.add(Emit.integer(Taint.method(signature(call.owner, call.name, call.desc, false))));
            emit.load(before, shadow.control());
            before.add(new VarInsnNode(Opcodes.ALOAD, spilled.variable(0)));
            emit.callFlow(before, "call", "(I" + Emit.MARKS + "Ljava/lang/Object;)V");
            arguments(before, 0, first, types.size());
        }
        spilled.load(before);
        boolean copies = call.owner.equals("java/lang/System") && call.name.equals("arraycopy");
        if (!isNew && !copies) {
            spilled.forget(before);
        }
        if (isNew) {
            emit.load(after, outside);
            emit.load(after, spilled.variable(0));
            after.add(new InsnNode(Opcodes.ACONST_NULL));
            emit.callOutside(after, "object", "(Ljava/lang/Object;" + Emit.MARKS + ")V");
        }
        int effects = copies
                ? Outside.COPIES
                : Effects.of(call.getOpcode(), call.owner, call.name, call.desc);
        boolean isValue = isNew && VALUES.contains(call.owner) && first > 0;
        steps.given(after, call, outside, line);
        end(after, outside, effects, isValue ? null : result, first);
        steps.returned(after, Steps.name(call), result, shadow.value(first), line);
        if (isValue) {
            // The reference to the new object is on the stack once more, and stands for what is in it.
            emit.load(after, shadow.value(first - 1));
            emit.union(after);
            emit.store(after, shadow.value(first - 1));
        }
        if (copies) {
            spilled.load(after);
            emit.all(after, shadow.control(), shadow.value(first + 1), shadow.value(first + 3), shadow.value(first + 4));
            emit.taint(after, "copy", "(Ljava/lang/Object;ILjava/lang/Object;II" + Emit.MARKS + ")V");
        }
        if (isNew || copies) {
            spilled.forget(after);
        }
    }

    void dynamic(InvokeDynamicInsnNode call, int line, int depth, InsnList before, InsnList after) {
        List<Type> types = List.of(Type.getArgumentTypes(call.desc));
        int first = depth - types.size();
        Spilled spilled = new Spilled(types, shadow.free());
        spilled.store(before);
        int outside = spilled.end();
        begin(before, outside);
        for (int number = 0; number < types.size(); number++) {
            give(before, outside, types.get(number), spilled.variable(number), first + number);
        }
        if (call.bsm.getOwner().equals("java/lang/runtime/ObjectMethods")) {
            giveComponents(before, outside, spilled.variable(0));
        }
        spilled.load(before);
        spilled.forget(before);
        Type result = Type.getReturnType(call.desc);
        end(after, outside, 0, result, first);
        if (call.bsm.getOwner().equals("java/lang/invoke/StringConcatFactory")) {
            steps.returned(after, "+", result, shadow.value(first), line);
        }
    }

    /** What the methods of a record that nobody wrote look at. */
    private void giveComponents(InsnList code, int outside, int record) {
        for (FieldNode field : about.type().fields) {
            if ((field.access & Opcodes.ACC_STATIC) == 0 && !field.name.startsWith(ShadowCode.fieldOf(""))) {
                emit.load(code, outside);
                emit.load(code, record);
                code.add(new FieldInsnNode(
                        Opcodes.GETFIELD, about.owner(), ShadowCode.fieldOf(field.name), Emit.MARKS));
                emit.taint(code, "live", "(" + Emit.MARKS + ")" + Emit.MARKS);
                emit.state(code, about.state(about.owner(), field.name, field.desc, field.access));
                emit.callOutside(code, "number", "(" + Emit.MARKS + ")V");
            }
        }
    }

    private void begin(InsnList before, int outside) {
        shadow.restores();
        emit.loadFlow(before);
        emit.load(before, shadow.control());
        emit.callFlow(before, "outside", "(" + Emit.MARKS + ")" + Emit.OUTSIDE);
        emit.store(before, outside);
    }

    private void give(InsnList before, int outside, Type type, int variable, int value) {
        emit.load(before, outside);
        if (type.getSort() >= Type.ARRAY) {
            emit.load(before, variable);
            emit.load(before, shadow.value(value));
            emit.callOutside(before, "object", "(Ljava/lang/Object;" + Emit.MARKS + ")V");
        } else {
            emit.load(before, shadow.value(value));
            emit.callOutside(before, "number", "(" + Emit.MARKS + ")V");
        }
    }

    /** @param result {@code null} if the marks of what has ended are to stay on the stack */
    private void end(InsnList after, int outside, int effects, Type result, int first) {
        boolean isObject = result != null && result.getSort() >= Type.ARRAY;
        if (isObject) {
            after.add(new InsnNode(Opcodes.DUP));
            emit.store(after, outside + 1);
        }
        emit.load(after, outside);
        after.add(Emit.integer(effects));
        if (isObject) {
            emit.load(after, outside + 1);
        } else {
            after.add(new InsnNode(Opcodes.ACONST_NULL));
        }
        emit.callOutside(after, "end", "(ILjava/lang/Object;)" + Emit.MARKS);
        Emit.forget(after, outside);
        if (isObject) {
            Emit.forget(after, outside + 1);
        }
        if (result != null) {
            keep(result, first, after);
        }
    }
}
