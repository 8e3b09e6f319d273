package fex.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the code of a class can name at one place: variables, and the fields of its class, of those above it and of those around it. */
final class Roots {
    /**
     * A value that the code can name.
     *
     * @param type the type by which it does
     */
    record Root(String expression, Class<?> type, Object value) {}

    private final Class<?> code;
    private final List<Root> found = new ArrayList<>();

    /** What a name means is what is declared nearest. */
    private final Set<String> names = new HashSet<>();

    Roots(Class<?> code) {
        this.code = code;
    }

    List<Root> found() {
        return found;
    }

    void variable(Inquiry.Variable variable, Object value) throws ReflectiveOperationException {
        if (variable.name().equals("this")) {
            fields(code, value);
        } else if (names.add(variable.name())) {
            found.add(new Root(variable.name(), type(variable.descriptor()), value));
        }
    }

    /** The fields that the code can name by their names alone, of an object, or the static ones if there is none. */
    void fields(Class<?> of, Object object) throws ReflectiveOperationException {
        Object around = null;
        for (Class<?> at = of; at != null && at.getClassLoader() == code.getClassLoader(); at = at.getSuperclass()) {
            for (Field field : at.getDeclaredFields()) {
                boolean isStatic = Modifier.isStatic(field.getModifiers());
                if (field.isSynthetic()) {
                    if (at == of && !isStatic && object != null && field.getName().startsWith("this$")) {
                        field.setAccessible(true);
                        around = field.get(object);
                    }
                } else if ((isStatic || object != null)
                        && mayName(field.getModifiers(), at, code)
                        && names.add(field.getName())) {
                    field.setAccessible(true);
                    found.add(new Root(field.getName(), field.getType(), field.get(object)));
                }
            }
        }
        if (of.getEnclosingClass() != null) {
            fields(of.getEnclosingClass(), around);
        }
    }

    /** Whether the code of a class may name a member of another one. */
    static boolean mayName(int modifiers, Class<?> declaring, Class<?> code) {
        if (declaring.getNestHost() == code.getNestHost()) {
            return true;
        }
        boolean isNeighbour = declaring.getPackageName().equals(code.getPackageName())
                && declaring.getClassLoader() == code.getClassLoader();
        return !Modifier.isPrivate(modifiers)
                && (isNeighbour || Modifier.isPublic(modifiers))
                && mayName(declaring, isNeighbour);
    }

    /** Whether code elsewhere may name a class: it and those around it. */
    private static boolean mayName(Class<?> type, boolean isNeighbour) {
        for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
            boolean isVisible = isNeighbour ? !Modifier.isPrivate(at.getModifiers()) : Modifier.isPublic(at.getModifiers());
            if (!isVisible || at.isAnonymousClass() || at.isLocalClass()) {
                return false;
            }
        }
        return true;
    }

    private Class<?> type(String descriptor) throws ClassNotFoundException {
        return switch (descriptor.charAt(0)) {
            case 'L' -> Class.forName(
                    descriptor.substring(1, descriptor.length() - 1).replace('/', '.'), false, code.getClassLoader());
            case '[' -> Class.forName(descriptor.replace('/', '.'), false, code.getClassLoader());
            default -> int.class;
        };
    }
}
