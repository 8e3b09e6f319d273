package fex.instrument;

import java.util.Set;
import org.objectweb.asm.MethodVisitor;

/**
 * A pass over all methods of some classes.
 *
 * @param classes their internal names
 */
record ClassPass(Set<String> classes, Layer layer, Writer writer) implements Pass {
    /** Makes what writes a method, given what writes it as it is. */
    interface Writer {
        MethodVisitor method(MethodVisitor to, Target of, String name, String descriptor);
    }

    @Override
    public boolean concerns(String name) {
        return classes.contains(name);
    }

    @Override
    public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
        return writer.method(to, of, name, descriptor);
    }
}
