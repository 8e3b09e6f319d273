package fex.agent;

import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** What an object of an interface or of an abstract class does that a sequence makes for lack of another one. */
final class Stub implements InvocationHandler {
    private final Class<?> type;
    private final List<Request.StubMethod> answers;

    /** The values of the sequence, some of which the methods use. */
    private final List<Object> values;

    /** How often each method was called that returns values in turn. */
    private final Map<Request.StubMethod, Integer> calls = new IdentityHashMap<>();

    Stub(Class<?> type, List<Request.StubMethod> answers, List<Object> values) {
        this.type = type;
        this.answers = answers;
        this.values = values;
    }

    /** Makes the object: of an interface, or of an abstract class by the constructor with a descriptor. */
    Object made(String constructor, Object[] arguments) throws ReflectiveOperationException {
        return type.isInterface()
                ? Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this)
                : Extensions.made(type, constructor, this, arguments);
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
        if (method.isDefault()) {
            return InvocationHandler.invokeDefault(self, method, arguments);
        } else if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> self == arguments[0];
                case "hashCode" -> 0;
                default -> type.getName();
            };
        }
        for (Request.StubMethod answer : answers) {
            if (answer.name().isEmpty() || is(method, answer)) {
                return answered(answer, method.getReturnType(), arguments);
            }
        }
        throw new AbstractMethodError(method.toString());
    }

    /** Whether a method is meant; what it overrides may return something else. */
    private static boolean is(Method method, Request.StubMethod answer) {
        return answer.name().equals(method.getName()) && answer.descriptor().startsWith(parameters(method));
    }

    private static String parameters(Method method) {
        String descriptor = MethodType.methodType(void.class, method.getParameterTypes()).toMethodDescriptorString();
        return descriptor.substring(0, descriptor.lastIndexOf(')') + 1);
    }

    private Object answered(Request.StubMethod answer, Class<?> result, Object[] arguments) throws Throwable {
        Request.Act act = answer.act();
        if (act instanceof Request.Act.Return given) {
            int number = calls.merge(answer, 1, Integer::sum) - 1;
            return values.get(given.values().get(number % given.values().size()));
        } else if (act instanceof Request.Act.Throw thrown) {
            throw (Throwable) values.get(thrown.value());
        } else if (act instanceof Request.Act.Echo echo) {
            return arguments[echo.parameter()];
        } else if (act instanceof Request.Act.Compute compute) {
            Object argument = arguments[compute.parameter()];
            Object input = argument.getClass().isArray() ? Array.get(argument, 0) : argument;
            return computed(compute.operator(), input, values.get(compute.value()), result);
        }
        return null;
    }

    /** What Java computes of two numbers, the second of which is of the type of the result, or of the first one where they are compared. */
    private static Object computed(Request.Operator operator, Object input, Object value, Class<?> result) {
        if (result == boolean.class) {
            return compared(operator, input, value);
        } else if (result == int.class) {
            return (int) whole(operator, whole(input), whole(value));
        } else if (result == long.class) {
            return whole(operator, whole(input), whole(value));
        } else if (result == float.class) {
            float one = input instanceof Float number ? number : whole(input);
            float other = (Float) value;
            return switch (operator) {
                case TIMES -> one * other;
                case SQUARE -> (one - other) * (one - other);
                default -> one - other;
            };
        }
        double one = inexact(input);
        double other = inexact(value);
        return switch (operator) {
            case TIMES -> one * other;
            case SQUARE -> (one - other) * (one - other);
            default -> one - other;
        };
    }

    private static boolean compared(Request.Operator operator, Object input, Object value) {
        boolean isLess = operator == Request.Operator.LESS;
        if (input instanceof Float || input instanceof Double) {
            return isLess ? inexact(input) < inexact(value) : inexact(input) == inexact(value);
        }
        return isLess ? whole(input) < whole(value) : whole(input) == whole(value);
    }

    /** The lower half of this is what Java computes of two numbers of the type {@code int}. */
    private static long whole(Request.Operator operator, long one, long other) {
        return switch (operator) {
            case TIMES -> one * other;
            case SQUARE -> (one - other) * (one - other);
            default -> one - other;
        };
    }

    private static long whole(Object number) {
        return number instanceof Character letter ? letter : ((Number) number).longValue();
    }

    private static double inexact(Object number) {
        return number instanceof Character letter ? letter : ((Number) number).doubleValue();
    }
}
