package fex.instrument;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** How methods of the JDK are written that ask fex first, or last, or in between. */
final class Rewriting {
    private Rewriting() {}

    /** Writes something into a method. */
    interface Code {
        void write(MethodVisitor to);
    }

    /** The parameters of a method among its local variables. */
    record Variables(int access, String descriptor) {
        /** The first one of a type; -1 if there is none. */
        int of(String type) {
            List<Integer> all = all(type);
            return all.isEmpty() ? -1 : all.get(0);
        }

        List<Integer> all(String type) {
            List<Integer> all = new ArrayList<>();
            int place = first();
            for (Type parameter : Type.getArgumentTypes(descriptor)) {
                if (parameter.getSort() == Type.OBJECT && parameter.getInternalName().equals(type)) {
                    all.add(place);
                }
                place += parameter.getSize();
            }
            return all;
        }

        int last() {
            Type[] types = Type.getArgumentTypes(descriptor);
            int place = first();
            for (int index = 0; index + 1 < types.length; index++) {
                place += types[index].getSize();
            }
            return place;
        }

        private int first() {
            return (access & Opcodes.ACC_STATIC) == 0 ? 1 : 0;
        }
    }

    /** Writes a method that begins with something. */
    static final class Beginning extends MethodVisitor {
        private final Code code;

        Beginning(MethodVisitor to, Code code) {
            super(Opcodes.ASM9, to);
            this.code = code;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            code.write(mv);
        }
    }

    /**
     * Code that returns what is on the stack unless that is {@code null}, at the beginning of a method.
     *
     * @param type the internal name of its class
     */
    static void returnUnlessNull(MethodVisitor code, String type) {
        returnUnlessNull(code, type, true);
    }

    /**
     * The same.
     *
     * @param frames whether the class is of a version whose code needs stack-map frames
     */
    static void returnUnlessNull(MethodVisitor code, String type, boolean frames) {
        Label itself = new Label();
        code.visitInsn(Opcodes.DUP);
        code.visitJumpInsn(Opcodes.IFNULL, itself);
        code.visitInsn(Opcodes.ARETURN);
        code.visitLabel(itself);
        if (frames) {
            code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {type});
        }
        code.visitInsn(Opcodes.POP);
    }

    /** Code that goes on where what is on the stack is false, at the beginning of a method, and else does something that returns. */
    static void unlessFalse(MethodVisitor code, Code returning) {
        Label itself = new Label();
        code.visitJumpInsn(Opcodes.IFEQ, itself);
        returning.write(code);
        code.visitLabel(itself);
        code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        // What follows may begin with a frame of its own, and two frames cannot stand at one place.
        code.visitInsn(Opcodes.NOP);
    }

    /** Writes a method whose result is another one: what a static method makes of it. */
    static final class Answered extends MethodVisitor {
        private final String owner;
        private final String method;
        private final String descriptor;

        Answered(MethodVisitor to, String owner, String method, String descriptor) {
            super(Opcodes.ASM9, to);
            this.owner = owner;
            this.method = method;
            this.descriptor = descriptor;
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Type.getReturnType(descriptor).getOpcode(Opcodes.IRETURN)) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, owner, method, descriptor, false);
            }
            super.visitInsn(opcode);
        }
    }

    /** Writes a method that does something before it returns nothing. */
    static final class Ending extends MethodVisitor {
        private final Code code;

        Ending(MethodVisitor to, Code code) {
            super(Opcodes.ASM9, to);
            this.code = code;
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.RETURN) {
                code.write(mv);
            }
            super.visitInsn(opcode);
        }
    }

    /** Writes a method in which something comes before or after each call of another one. */
    static final class Called extends MethodVisitor {
        private final String owner;
        private final String method;
        private final boolean isBefore;
        private final Code code;

        Called(MethodVisitor to, String owner, String method, boolean isBefore, Code code) {
            super(Opcodes.ASM9, to);
            this.owner = owner;
            this.method = method;
            this.isBefore = isBefore;
            this.code = code;
        }

        @Override
        public void visitMethodInsn(int opcode, String of, String name, String descriptor, boolean isInterface) {
            boolean isIt = of.equals(owner) && name.equals(method);
            if (isIt && isBefore) {
                code.write(mv);
            }
            super.visitMethodInsn(opcode, of, name, descriptor, isInterface);
            if (isIt && !isBefore) {
                code.write(mv);
            }
        }
    }
}
