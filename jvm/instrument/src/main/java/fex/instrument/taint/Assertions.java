package fex.instrument.taint;

import org.objectweb.asm.Type;

/** Which calls are assertions of a test. */
final class Assertions {
    private final Shapes shapes;

    Assertions(Shapes shapes) {
        this.shapes = shapes;
    }

    /** Whether a call is one, or a part of one. */
    boolean has(String owner, String name, String descriptor) {
        if (owner.startsWith("org/assertj/core/api/") || owner.startsWith("com/google/common/truth/")) {
            return true;
        } else if (owner.equals("org/hamcrest/MatcherAssert") || owner.startsWith("kotlin/test/")) {
            return true;
        } else if (owner.equals("org/mockito/Mockito") && name.startsWith("verify")) {
            return true;
        }
        boolean isNamed = name.startsWith("assert") || name.startsWith("fail");
        if (!isNamed) {
            return false;
        }
        String declared = declaring(owner, name, descriptor);
        return declared.startsWith("junit/framework/")
                || declared.startsWith("org/junit/Assert")
                || declared.startsWith("org/junit/jupiter/api/Assert")
                || declared.startsWith("org/testng/Assert");
    }

    /** The class that declares a method, or the one of which it is called if that cannot be found. */
    private String declaring(String owner, String name, String descriptor) {
        Shapes.Member method = shapes.method(owner, name, descriptor);
        return method == null ? owner : method.of().name();
    }

    /** The place of the argument that says what a failure means; negative if a call of an assertion has none. */
    int message(String owner, String name, String descriptor) {
        Type[] arguments = Type.getArgumentTypes(descriptor);
        int others =
                switch (name) {
                    case "fail" -> 0;
                    case "assertTrue", "assertFalse", "assertNull", "assertNotNull", "assertDoesNotThrow" -> 1;
                    default -> 2;
                };
        String declared = declaring(owner, name, descriptor);
        boolean isLast = declared.startsWith("org/junit/jupiter/") || declared.startsWith("org/testng/");
        int place = isLast ? arguments.length - 1 : 0;
        boolean isOfJUnit = isLast || declared.startsWith("junit/framework/") || declared.startsWith("org/junit/Assert");
        boolean isThere = isOfJUnit && arguments.length > others && arguments[place].equals(Type.getType(String.class));
        return isThere ? place : -1;
    }

    /** Whether an object of a class that is thrown says that an assertion failed. */
    static boolean isFailure(String thrown) {
        return thrown.endsWith("AssertionError")
                || thrown.endsWith("AssertionFailedError")
                || thrown.endsWith("ComparisonFailure");
    }
}
