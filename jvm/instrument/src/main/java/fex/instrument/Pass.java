package fex.instrument;

import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodNode;

/** A change of methods for one purpose. Passes know nothing of each other, and any set of them can be made at once. */
public interface Pass {
    /** Where the code of a pass stands around the original body: that of an earlier layer is outside that of a later one. */
    enum Layer {
        /** Calls are told of when they begin and end, whatever the other layers make of the body. */
        CALLS,
        /** Classes are told of when they are initialised and used. */
        CLASSES,
        /** Bodies are replaced. */
        BODIES,
        /** Instructions of the original body are told of. */
        INSTRUCTIONS,
        /** Jumps and calls are told of by their numbers in the original body, before other passes add to them. */
        BRANCHES,
        /** Instructions of the original body, by their numbers in it, do something else. */
        MUTANTS,
    }

    /**
     * The class that a method is of.
     *
     * @param name its internal name
     * @param frames whether it is of a version whose code needs stack-map frames where it jumps
     * @param isInterface whether it is an interface
     * @param added what it gets beyond the methods that it has
     */
    record Target(String name, boolean frames, boolean isInterface, List<MethodNode> added) {
        /** Whether the code of a class needs frames, by its version. */
        static boolean hasFrames(int version) {
            // The minor version is in the upper half.
            return (version & 0xffff) >= Opcodes.V1_6;
        }
    }

    /** Where its code stands. */
    Layer layer();

    /** Whether there is anything to do to a class, by its internal name. */
    boolean concerns(String name);

    /**
     * Whether it may change anything in a class that is concerned. Most of what is loaded is as it was, and it takes much longer to write it
     * anew than to find that out.
     */
    default boolean changes(ClassReader original) {
        return true;
    }

    /** Told of each field of a class that is concerned, before its methods are written. */
    default void field(Target of, int access) {}

    /** Called when the JVM loads a class that is concerned, whose methods are written then, or were when it was loaded before. */
    default void loads(ClassLoader loader, String name) {}

    /** What writes a method of a class that is concerned, given what writes it as it is. */
    MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor);
}
