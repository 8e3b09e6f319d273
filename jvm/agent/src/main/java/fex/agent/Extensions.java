package fex.agent;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Classes that extend abstract ones, and ask somebody else what their methods do, as proxies of interfaces do. */
final class Extensions {
    private static final String HANDLER = "fex$handler";
    private static final String METHODS = "fex$methods";

    /**
     * What makes objects of the class that extends another one, by the descriptors of the constructors of that one; a class that is
     * loaded anew is another one.
     */
    private static final ClassValue<Map<String, Constructor<?>>> MAKERS = new ClassValue<>() {
        @Override
        protected Map<String, Constructor<?>> computeValue(Class<?> type) {
            try {
                return makers(type);
            } catch (ReflectiveOperationException problem) {
                throw new IllegalStateException(problem);
            }
        }
    };

    private Extensions() {}

    /** An object of a class that extends an abstract one, whose constructor with a descriptor is given arguments. */
    static Object made(Class<?> type, String constructor, InvocationHandler handler, Object[] arguments)
            throws ReflectiveOperationException {
        Object[] given = new Object[arguments.length + 1];
        given[0] = handler;
        System.arraycopy(arguments, 0, given, 1, arguments.length);
        return MAKERS.get(type).get(constructor).newInstance(given);
    }

    private static Map<String, Constructor<?>> makers(Class<?> type) throws ReflectiveOperationException {
        List<Method> methods = abstractMethods(type);
        List<Constructor<?>> above = new ArrayList<>(List.of(type.getDeclaredConstructors()));
        above.removeIf(constructor -> Modifier.isPrivate(constructor.getModifiers()));
        MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        Class<?> extension = lookup.defineClass(bytes(type, above, methods));
        extension.getField(METHODS).set(null, methods.toArray(new Method[0]));
        Map<String, Constructor<?>> makers = new HashMap<>();
        for (Constructor<?> constructor : above) {
            Class<?>[] parameters = constructor.getParameterTypes();
            Class<?>[] taken = new Class<?>[parameters.length + 1];
            taken[0] = InvocationHandler.class;
            System.arraycopy(parameters, 0, taken, 1, parameters.length);
            makers.put(Type.getConstructorDescriptor(constructor), extension.getConstructor(taken));
        }
        return makers;
    }

    /** The methods of a class and of all above it that have no body, the nearest declaration of each. */
    private static List<Method> abstractMethods(Class<?> type) {
        Map<String, Method> found = new LinkedHashMap<>();
        Set<String> others = new HashSet<>();
        List<Class<?>> all = new ArrayList<>();
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            all.add(above);
        }
        for (int at = 0; at < all.size(); at++) {
            for (Class<?> above : all.get(at).getInterfaces()) {
                if (!all.contains(above)) {
                    all.add(above);
                }
            }
        }
        for (Class<?> above : all) {
            for (Method method : above.getDeclaredMethods()) {
                String key = method.getName() + Type.getMethodDescriptor(method);
                if (!Modifier.isAbstract(method.getModifiers())) {
                    others.add(key);
                } else if (!others.contains(key)) {
                    found.putIfAbsent(key, method);
                }
            }
        }
        return new ArrayList<>(found.values());
    }

    private static byte[] bytes(Class<?> type, List<Constructor<?>> constructors, List<Method> methods) {
        String above = Type.getInternalName(type);
        String name = above + "$fex$Stub";
        String handler = Type.getDescriptor(InvocationHandler.class);
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC, name, null, above, null);
        int hidden = Opcodes.ACC_SYNTHETIC | Opcodes.ACC_TRANSIENT;
        writer.visitField(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | hidden, METHODS, "[Ljava/lang/reflect/Method;", null, null);
        writer.visitField(Opcodes.ACC_PRIVATE | hidden, HANDLER, handler, null, null);
        for (Constructor<?> constructor : constructors) {
            makes(writer, name, above, Type.getConstructorDescriptor(constructor));
        }
        for (int number = 0; number < methods.size(); number++) {
            asks(writer, name, methods.get(number), number);
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** A constructor that takes the handler before what the one above takes. */
    private static void makes(ClassWriter writer, String name, String above, String descriptor) {
        String handler = Type.getDescriptor(InvocationHandler.class);
        MethodVisitor code =
                writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "(" + handler + descriptor.substring(1), null, null);
        code.visitCode();
        // A constructor above may call one of the methods.
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitFieldInsn(Opcodes.PUTFIELD, name, HANDLER, handler);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        int local = 2;
        for (Type parameter : Type.getArgumentTypes(descriptor)) {
            code.visitVarInsn(parameter.getOpcode(Opcodes.ILOAD), local);
            local += parameter.getSize();
        }
        code.visitMethodInsn(Opcodes.INVOKESPECIAL, above, "<init>", descriptor, false);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    /** A method that asks the handler. */
    private static void asks(ClassWriter writer, String name, Method method, int number) {
        String[] thrown = Arrays.stream(method.getExceptionTypes()).map(Type::getInternalName).toArray(String[]::new);
        MethodVisitor code = writer.visitMethod(
                Opcodes.ACC_PUBLIC, method.getName(), Type.getMethodDescriptor(method), null, thrown);
        code.visitCode();
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(Opcodes.GETFIELD, name, HANDLER, Type.getDescriptor(InvocationHandler.class));
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitFieldInsn(Opcodes.GETSTATIC, name, METHODS, "[Ljava/lang/reflect/Method;");
        code.visitLdcInsn(number);
        code.visitInsn(Opcodes.AALOAD);
        Type[] parameters = Type.getArgumentTypes(method);
        code.visitLdcInsn(parameters.length);
        code.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
        int local = 1;
        for (int place = 0; place < parameters.length; place++) {
            code.visitInsn(Opcodes.DUP);
            code.visitLdcInsn(place);
            code.visitVarInsn(parameters[place].getOpcode(Opcodes.ILOAD), local);
            box(code, parameters[place]);
            code.visitInsn(Opcodes.AASTORE);
            local += parameters[place].getSize();
        }
        code.visitMethodInsn(
                Opcodes.INVOKEINTERFACE,
                Type.getInternalName(InvocationHandler.class),
                "invoke",
                "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;",
                true);
        Type result = Type.getReturnType(method);
        unbox(code, result);
        code.visitInsn(result.getOpcode(Opcodes.IRETURN));
        code.visitMaxs(0, 0);
        code.visitEnd();
    }

    private static void box(MethodVisitor code, Type type) {
        if (type.getSort() < Type.ARRAY) {
            String boxed = boxed(type);
            code.visitMethodInsn(
                    Opcodes.INVOKESTATIC, boxed, "valueOf", "(" + type.getDescriptor() + ")L" + boxed + ";", false);
        }
    }

    private static void unbox(MethodVisitor code, Type type) {
        if (type.getSort() >= Type.ARRAY) {
            code.visitTypeInsn(Opcodes.CHECKCAST, type.getInternalName());
        } else if (type != Type.VOID_TYPE) {
            String boxed = boxed(type);
            code.visitTypeInsn(Opcodes.CHECKCAST, boxed);
            code.visitMethodInsn(
                    Opcodes.INVOKEVIRTUAL, boxed, type.getClassName() + "Value", "()" + type.getDescriptor(), false);
        }
    }

    private static String boxed(Type type) {
        return switch (type.getSort()) {
            case Type.BOOLEAN -> "java/lang/Boolean";
            case Type.CHAR -> "java/lang/Character";
            case Type.BYTE -> "java/lang/Byte";
            case Type.SHORT -> "java/lang/Short";
            case Type.INT -> "java/lang/Integer";
            case Type.FLOAT -> "java/lang/Float";
            case Type.LONG -> "java/lang/Long";
            default -> "java/lang/Double";
        };
    }
}
