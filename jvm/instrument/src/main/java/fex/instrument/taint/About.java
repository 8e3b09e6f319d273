package fex.instrument.taint;

import fex.runtime.taint.Input;
import fex.runtime.taint.Inputs;
import fex.runtime.taint.Taint;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * What the code of a class is changed by.
 *
 * @param type the class
 * @param shapes what is known of others
 * @param isTest whether it is a class of tests
 * @param state internal names of the classes whose fields are state that tests may compare
 * @param unchanging the static fields of libraries that nothing changes
 * @param tells whether its code tells which way marks take
 */
record About(
        ClassNode type,
        Shapes shapes,
        Assertions assertions,
        boolean isTest,
        Set<String> state,
        Unchanging unchanging,
        boolean tells) {
    String owner() {
        return type.name;
    }

    Taint.Assertion assertion(MethodNode method, int line, String name) {
        return new Taint.Assertion(type.name, method.name, method.desc, line, name);
    }

    /** The number of a field as state that tests may compare; negative if it is none. */
    int state(String of, String name, String descriptor, int access) {
        boolean isState = state.contains(of) && (access & (Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC)) == 0;
        return isState
                ? Inputs.number(new Input.Place(of + "." + name, Input.Kind.STATE, of, "", "", 0, name, descriptor))
                : -1;
    }

    /** Whether code of the class may name another class, which is given by a descriptor. */
    boolean canName(String descriptor) {
        String element = descriptor.replace("[", "");
        if (!element.startsWith("L")) {
            return true;
        }
        String name = element.substring(1, element.length() - 1);
        if (name.startsWith("java/") || packageOf(name).equals(packageOf(type.name))) {
            return true;
        }
        Shapes.Shape shape = shapes.of(name);
        return shape != null && shape.isPublic();
    }

    private static String packageOf(String name) {
        return name.substring(0, name.lastIndexOf('/') + 1);
    }
}
