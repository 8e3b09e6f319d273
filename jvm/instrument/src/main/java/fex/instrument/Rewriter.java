package fex.instrument;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Writes a class as it is, but for its methods. */
abstract class Rewriter extends ClassVisitor {
    private final ClassReader reader;
    private final ClassWriter writer;
    private boolean frames;

    /** A rewriter of one class file. */
    Rewriter(byte[] original) {
        this(new ClassReader(original));
    }

    private Rewriter(ClassReader reader) {
        this(reader, new ClassWriter(reader, ClassWriter.COMPUTE_MAXS));
    }

    private Rewriter(ClassReader reader, ClassWriter writer) {
        super(Opcodes.ASM9, writer);
        this.reader = reader;
        this.writer = writer;
    }

    /** What writes a method, given what writes it as it is. */
    abstract MethodVisitor method(MethodVisitor to, int access, String name, String descriptor);

    /** The internal name of the class. */
    final String className() {
        return reader.getClassName();
    }

    /** Whether code with jumps needs frames, as it does from Java 6 on. */
    final boolean needsFrames() {
        return frames;
    }

    /** The class file as it is to be. */
    final byte[] rewritten() {
        reader.accept(this, 0);
        return writer.toByteArray();
    }

    @Override
    public final void visit(int version, int access, String name, String signature, String superName, String[] of) {
        // The minor version is in the upper half.
        frames = (version & 0xffff) >= Opcodes.V1_6;
        super.visit(version, access, name, signature, superName, of);
    }

    @Override
    public final MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        return method(super.visitMethod(access, name, descriptor, signature, exceptions), access, name, descriptor);
    }
}
