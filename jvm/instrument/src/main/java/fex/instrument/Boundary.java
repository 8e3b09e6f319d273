package fex.instrument;

import fex.runtime.Capture;
import java.util.Set;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Tells the runtime when calls of a class begin and end. Those of its public methods and constructors are captured; the others
 * that can come from outside only keep what they call from being taken for calls from outside.
 *
 * <pre>
 * Capture.enter(this, id);
 * try {
 *   the original body, with Capture.leave() before each return
 * } catch (Throwable thrown) {
 *   Capture.thrown();
 *   throw thrown;
 * }
 * </pre>
 *
 * <p>Existing stack-map frames are kept and extended: only maxima are computed, so no class is loaded to merge types.
 */
final class Boundary implements Pass {
    private static final String CAPTURE = Type.getInternalName(Capture.class);
    private static final String THROWABLE = "java/lang/Throwable";

    private final String root;
    private final Set<String> classes;

    /**
     * @param root the internal name of the class
     * @param above the internal names of the classes that it extends, as far as they are instrumented
     */
    Boundary(String root, Set<String> above) {
        this.root = root;
        this.classes = Set.copyOf(above);
    }

    @Override
    public boolean concerns(String name) {
        return name.equals(root) || classes.contains(name);
    }

    @Override
    public Layer layer() {
        return Layer.CALLS;
    }

    @Override
    public MethodVisitor method(MethodVisitor to, Target of, int access, String name, String descriptor) {
        Kind kind = kind(access, name);
        // Where a class above makes an object, one of the root class is under construction or none is concerned.
        if (kind == null || !of.name().equals(root) && kind != Kind.METHOD) {
            return to;
        }
        boolean made = kind == Kind.CONSTRUCTOR
                || kind == Kind.STATIC && Type.getReturnType(descriptor).getDescriptor().equals("L" + root + ";");
        boolean captured = (access & Opcodes.ACC_PUBLIC) != 0 && (made || kind == Kind.METHOD);
        int id = captured ? Capture.method(of.name(), name, descriptor) : -1;
        return new Body(to, kind, id, made, of.frames());
    }

    private enum Kind {
        METHOD,
        CONSTRUCTOR,
        STATIC,
    }

    /** What a method is, or null if nothing is told of it: what is private is called from inside. */
    private static Kind kind(int access, String name) {
        int without = Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_SYNTHETIC;
        if ((access & without) != 0 || name.equals("<clinit>")) {
            return null;
        }
        if (name.equals("<init>")) {
            return Kind.CONSTRUCTOR;
        }
        if ((access & Opcodes.ACC_PRIVATE) != 0) {
            return null;
        }
        return (access & Opcodes.ACC_STATIC) == 0 ? Kind.METHOD : Kind.STATIC;
    }

    private static final class Body extends MethodVisitor {
        private final Kind kind;
        private final int id;
        private final boolean made;
        private final boolean frames;
        private final Label start = new Label();

        /** Where a constructor calls another one. No handler can be around that, for frames before and after it differ. */
        private final Label call = new Label();

        private final Label object = new Label();

        private boolean isObject;
        private int unfinished;

        Body(MethodVisitor to, Kind kind, int id, boolean made, boolean frames) {
            super(Opcodes.ASM9, to);
            this.kind = kind;
            this.id = id;
            this.made = made;
            this.frames = frames;
            isObject = kind != Kind.CONSTRUCTOR;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (kind == Kind.METHOD) {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitLdcInsn(id);
                tell("enter", "(Ljava/lang/Object;I)V");
            } else {
                super.visitLdcInsn(id);
                tell(kind == Kind.STATIC ? "start" : "construct", "(I)V");
            }
            super.visitLabel(start);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.NEW) {
                unfinished++;
            }
            super.visitTypeInsn(opcode, type);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean ofInterface) {
            boolean calls = !isObject && opcode == Opcodes.INVOKESPECIAL && name.equals("<init>") && unfinished-- == 0;
            if (calls) {
                super.visitLabel(call);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
            if (calls) {
                isObject = true;
                tell("made", "()V");
                super.visitLabel(object);
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                if (kind == Kind.CONSTRUCTOR) {
                    super.visitVarInsn(Opcodes.ALOAD, 0);
                    tell("finished", "(Ljava/lang/Object;)V");
                } else if (made) {
                    super.visitInsn(Opcodes.DUP);
                    tell("finished", "(Ljava/lang/Object;)V");
                } else {
                    tell("leave", "()V");
                }
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            if (!isObject) {
                throw new IllegalStateException("a constructor calls no constructor");
            }
            Label end = new Label();
            super.visitLabel(end);
            if (kind == Kind.CONSTRUCTOR) {
                // A handler has to mention what is no object yet.
                handler("unmade", start, call, new Object[] {Opcodes.UNINITIALIZED_THIS});
                handler("thrown", object, end, new Object[0]);
            } else {
                handler("thrown", start, end, new Object[0]);
            }
            super.visitMaxs(stack, locals);
        }

        private void handler(String what, Label from, Label to, Object[] locals) {
            Label handler = new Label();
            super.visitTryCatchBlock(from, to, handler, null);
            super.visitLabel(handler);
            if (frames) {
                super.visitFrame(Opcodes.F_FULL, locals.length, locals, 1, new Object[] {THROWABLE});
            }
            tell(what, "()V");
            super.visitInsn(Opcodes.ATHROW);
        }

        private void tell(String what, String descriptor) {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, CAPTURE, what, descriptor, false);
        }
    }
}
