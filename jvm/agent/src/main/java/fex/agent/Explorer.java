package fex.agent;

import fex.runtime.Layout;
import fex.runtime.Probe;
import fex.runtime.Snapshot;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Calls what a class offers to everyone, and tells which objects that leads to. */
final class Explorer {
    /** An empty list of objects. */
    private static final byte[] NOTHING = new byte[Integer.BYTES];

    private final Class<?> root;
    private final Layout.Readings readings;
    private final Snapshot snapshot;
    private final List<Executable> offered;

    /** @param layout what is read of the objects that are made, which are those of its root class */
    Explorer(Layout layout) throws ClassNotFoundException {
        root = Class.forName(layout.root(), true, ClassLoader.getSystemClassLoader());
        readings = new Layout.Readings(layout, Agent::open);
        snapshot = new Snapshot(layout, readings);
        offered = offered();
        String order = System.getProperty("fex.hashes");
        if (order != null) {
            hash(layout.constants(), order.equals("descending"));
        }
    }

    /**
     * Gives the constants that are made for this run their hash codes, in the order of their numbers or from the last one to the
     * first: where the JVM counts hash codes up, they stand in this order in a map. The count is brought to a number first that small
     * maps take for their first place.
     */
    private void hash(List<Layout.Constant> constants, boolean descending) {
        int places = 1 << 12;
        for (int tries = 0; tries < places && System.identityHashCode(new Object()) % places != places - 1; tries++) {
            // The next object gets the next hash code.
        }
        for (int index = 0; index < constants.size(); index++) {
            int number = descending ? constants.size() - 1 - index : index;
            if (constants.get(number).field().isEmpty()) {
                try {
                    System.identityHashCode(readings.constant(number));
                } catch (ReflectiveOperationException problem) {
                    // Whoever asks for the constant is told so.
                    return;
                }
            }
        }
    }

    /**
     * The constructors, factories and methods that are public or, as the class itself, its package's; in an order that does
     * not depend on the JVM.
     */
    private List<Executable> offered() {
        List<Executable> found = new ArrayList<>();
        boolean isPublic = Modifier.isPublic(root.getModifiers());
        if (!Modifier.isAbstract(root.getModifiers())) {
            Arrays.stream(root.getDeclaredConstructors())
                    .filter(constructor -> isOffered(constructor.getModifiers(), isPublic))
                    .forEach(found::add);
        }
        List<Method> methods = new ArrayList<>(Arrays.asList(root.getMethods()));
        if (!isPublic) {
            Arrays.stream(root.getDeclaredMethods())
                    .filter(method -> !Modifier.isPublic(method.getModifiers()))
                    .filter(method -> isOffered(method.getModifiers(), false))
                    .forEach(methods::add);
        }
        for (Method method : methods) {
            boolean factory = Modifier.isStatic(method.getModifiers());
            boolean fits = factory
                    ? method.getReturnType() == root && method.getDeclaringClass() == root
                    : method.getDeclaringClass() != Object.class;
            if (fits && !method.isBridge() && !method.isSynthetic()) {
                found.add(method);
            }
        }
        found.sort(Comparator.comparing((Executable callable) -> kind(callable).ordinal())
                .thenComparing(Executable::getName)
                .thenComparing(callable -> Arrays.toString(callable.getParameterTypes()))
                .thenComparing(callable -> callable instanceof Method method ? method.getReturnType().getName() : "")
                .thenComparing(callable -> callable.getDeclaringClass().getName()));
        for (Executable callable : found) {
            // A public method of a class that is not public, for instance of an inner one.
            callable.setAccessible(true);
        }
        return found;
    }

    private static boolean isOffered(int modifiers, boolean isPublic) {
        return isPublic ? Modifier.isPublic(modifiers) : !Modifier.isPrivate(modifiers);
    }

    private static Report.CallableKind kind(Executable callable) {
        if (callable instanceof Constructor) {
            return Report.CallableKind.CONSTRUCTOR;
        }
        return Modifier.isStatic(callable.getModifiers()) ? Report.CallableKind.FACTORY : Report.CallableKind.METHOD;
    }

    /** What can be called, by number. */
    Report.Offered offer() {
        List<Report.Callable> callables = new ArrayList<>();
        for (Executable callable : offered) {
            List<String> parameters = new ArrayList<>();
            for (Class<?> parameter : callable.getParameterTypes()) {
                parameters.add(parameter.getName());
            }
            callables.add(new Report.Callable(
                    kind(callable),
                    callable instanceof Constructor ? "" : callable.getName(),
                    parameters,
                    variables(callable),
                    isOverloaded(callable),
                    throwsChecked(callable)));
        }
        return new Report.Offered(callables);
    }

    /** For each parameter the number of the class's type variable that it has as its type, or -1. */
    private int[] variables(Executable callable) {
        List<Type> known = Arrays.asList(root.getTypeParameters());
        Type[] types = callable.getGenericParameterTypes();
        int[] variables = new int[callable.getParameterCount()];
        for (int index = 0; index < variables.length; index++) {
            variables[index] = types.length == variables.length ? known.indexOf(types[index]) : -1;
        }
        return variables;
    }

    private boolean isOverloaded(Executable callable) {
        return offered.stream()
                .anyMatch(other -> other != callable
                        && other.getClass() == callable.getClass()
                        && other.getName().equals(callable.getName())
                        && other.getParameterCount() == callable.getParameterCount());
    }

    private static boolean throwsChecked(Executable callable) {
        return Arrays.stream(callable.getExceptionTypes())
                .anyMatch(type -> !RuntimeException.class.isAssignableFrom(type) && !Error.class.isAssignableFrom(type));
    }

    /** Calls that lead to no objects, because something was thrown or, where nothing was, because they are beyond the bound. */
    private static Report.Reached nothing(String thrown) {
        return new Report.Reached(thrown, NOTHING);
    }

    /** Makes an object, calls some methods on it, and reads what became of it. */
    Report.Reached follow(List<Request.Call> calls, long fuel) {
        Probe.fuel(fuel);
        try {
            Object made = null;
            for (Request.Call call : calls) {
                Executable callable = offered.get(call.callable());
                Object[] arguments = new Object[call.arguments().size()];
                for (int index = 0; index < arguments.length; index++) {
                    Class<?> type = callable.getParameterTypes()[index];
                    arguments[index] = argument(call.arguments().get(index), type);
                }
                if (callable instanceof Constructor<?> constructor) {
                    made = constructor.newInstance(arguments);
                } else {
                    Object result = ((Method) callable).invoke(made, arguments);
                    made = kind(callable) == Report.CallableKind.FACTORY ? result : made;
                }
            }
            if (made == null) {
                return nothing("java.lang.NullPointerException");
            }
            return snapshot.take(made) ? new Report.Reached("", snapshot.copy()) : nothing("");
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof OutOfMemoryError problem) {
                throw problem;
            }
            return nothing(thrown.getCause().getClass().getName());
        } catch (OutOfMemoryError problem) {
            throw problem;
        } catch (Throwable problem) {
            return nothing(problem.getClass().getName());
        } finally {
            Probe.fuel(Long.MAX_VALUE);
        }
    }

    /** An argument as an object of a parameter's type. */
    private Object argument(Request.Argument argument, Class<?> type) throws ReflectiveOperationException {
        if (argument instanceof Request.Argument.Int number) {
            return number(number.value(), type);
        } else if (argument instanceof Request.Argument.Text text) {
            return text.value();
        } else if (argument instanceof Request.Argument.Constant listed) {
            return readings.constant(listed.number());
        }
        return null;
    }

    private static Object number(long value, Class<?> type) {
        if (type == boolean.class || type == Boolean.class) {
            return value != 0;
        } else if (type == long.class || type == Long.class) {
            return value;
        } else if (type == short.class || type == Short.class) {
            return (short) value;
        } else if (type == byte.class || type == Byte.class) {
            return (byte) value;
        } else if (type == char.class || type == Character.class) {
            return (char) value;
        } else if (type == double.class || type == Double.class) {
            return (double) value;
        } else if (type == float.class || type == Float.class) {
            return (float) value;
        }
        return (int) value;
    }
}
