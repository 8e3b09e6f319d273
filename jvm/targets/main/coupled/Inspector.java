package coupled;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Tells a gauge about members of classes. */
class Inspector {
    private final Gauge gauge = new Gauge();

    int inspect(Method method) {
        return method.isVarArgs() ? gauge.rise(101) : gauge.rise(method.getParameterCount());
    }

    int inspect(Field field) {
        return field.getType().isPrimitive() ? gauge.fail(null) : gauge.fail(field.getName());
    }

    int inspect(Constructor<?> constructor) {
        return constructor.getParameterCount() == 1 ? gauge.rise(200) : gauge.rise(0);
    }
}
