package fex.runtime;

import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The methods and constructors of classes, listed in one order if the environment is held: by name, parameters, result and class.
 *
 * <p>The JVM lists methods by where in memory it keeps their names, which hangs on what was loaded before. Fields and nested classes it
 * lists as the class file does.
 */
final class HeldMembers {
    /** A class of its own: the JDK may be in the middle of something that lambdas need. */
    private static final class Order implements Comparator<Executable> {
        @Override
        public int compare(Executable one, Executable other) {
            int byName = one.getName().compareTo(other.getName());
            int byParameters = byName != 0 ? byName : compare(one.getParameterTypes(), other.getParameterTypes());
            if (byParameters != 0 || !(one instanceof Method first) || !(other instanceof Method second)) {
                return byParameters;
            }
            int byResult = first.getReturnType().getName().compareTo(second.getReturnType().getName());
            return byResult != 0 ? byResult : declarer(first).compareTo(declarer(second));
        }

        private static int compare(Class<?>[] ones, Class<?>[] others) {
            for (int index = 0; index < Math.min(ones.length, others.length); index++) {
                int byType = ones[index].getName().compareTo(others[index].getName());
                if (byType != 0) {
                    return byType;
                }
            }
            return Integer.compare(ones.length, others.length);
        }

        private static String declarer(Method method) {
            return method.getDeclaringClass().getName();
        }
    }

    private static final Order ORDER = new Order();

    private HeldMembers() {}

    static void sort(Executable[] members) {
        Arrays.sort(members, ORDER);
    }
}
