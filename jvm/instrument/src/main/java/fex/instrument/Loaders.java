package fex.instrument;

import fex.runtime.Lookup;
import java.lang.instrument.ClassFileTransformer;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.Arrays;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Has loaders of programs find the runtime: some load all classes themselves and ask no other loader, as those do that run each test with
 * classes of its own. The code of the classes that they load calls the runtime if it is instrumented.
 */
public final class Loaders implements ClassFileTransformer {
    private static final String METHOD = "loadClass";
    private static final byte[] NAME = METHOD.getBytes(StandardCharsets.US_ASCII);

    /** By how much a search goes on after a byte, by the way of Horspool: this is done with each class before the JVM has compiled it. */
    private static final byte[] SKIPPED = skipped();

    private static final String RESULT = "java/lang/Class";

    @Override
    public byte[] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] original) {
        return loader == null || !mentionsMethod(original) ? null : guided(original);
    }

    /** The class with methods that ask for the runtime first; {@code null} if it has none that load classes. */
    static byte[] guided(byte[] original) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        Guiding guiding = new Guiding(writer);
        reader.accept(guiding, 0);
        return guiding.hasFound ? writer.toByteArray() : null;
    }

    /** Most classes do not even name the method. */
    static boolean mentionsMethod(byte[] type) {
        for (int end = NAME.length - 1; end < type.length; end += SKIPPED[type[end] & 0xff]) {
            int same = 0;
            while (same < NAME.length && type[end - same] == NAME[NAME.length - 1 - same]) {
                same++;
            }
            if (same == NAME.length) {
                return true;
            }
        }
        return false;
    }

    private static byte[] skipped() {
        byte[] skipped = new byte[1 << Byte.SIZE];
        Arrays.fill(skipped, (byte) NAME.length);
        for (int at = 0; at < NAME.length - 1; at++) {
            skipped[NAME[at]] = (byte) (NAME.length - 1 - at);
        }
        return skipped;
    }

    private static final class Guiding extends ClassVisitor {
        private boolean frames;
        private boolean hasFound;

        Guiding(ClassWriter writer) {
            super(Opcodes.ASM9, writer);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String superName, String[] of) {
            frames = Pass.Target.hasFrames(version);
            super.visit(version, access, name, signature, superName, of);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
            MethodVisitor to = super.visitMethod(access, name, descriptor, signature, thrown);
            boolean isBody = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
            if (!isBody || !name.equals(METHOD) || !loads(descriptor)) {
                return to;
            }
            hasFound = true;
            return new Rewriting.Beginning(to, code -> {
                code.visitVarInsn(Opcodes.ALOAD, 1);
                code.visitMethodInsn(
                        Opcodes.INVOKESTATIC,
                        Type.getInternalName(Lookup.class),
                        "ofRuntime",
                        "(Ljava/lang/String;)Ljava/lang/Class;",
                        false);
                Rewriting.returnUnlessNull(code, RESULT, frames);
            });
        }

        private static boolean loads(String descriptor) {
            return descriptor.equals("(Ljava/lang/String;)Ljava/lang/Class;")
                    || descriptor.equals("(Ljava/lang/String;Z)Ljava/lang/Class;");
        }
    }
}
