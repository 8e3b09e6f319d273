package fex.instrument.taint;

import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.MethodNode;

/** Which methods of a class are tests. */
final class TestMethods {
    /** The annotations of tests, by the ends of their names. */
    private static final Set<String> ANNOTATIONS = Set.of(
            "/Test;", "/ParameterizedTest;", "/RepeatedTest;", "/TestTemplate;", "/TestFactory;", "/Theory;", "/Property;");

    /** Those of methods that run before each test. */
    private static final Set<String> FIXTURES = Set.of("/BeforeEach;", "/Before;", "/BeforeMethod;");

    private TestMethods() {}

    /** Whether a method is a test. */
    static boolean has(About about, MethodNode method) {
        if (isAnnotated(method, ANNOTATIONS)) {
            return true;
        }
        boolean isNamed = method.name.startsWith("test")
                && method.desc.equals("()V")
                && (method.access & Opcodes.ACC_PUBLIC) != 0
                && (method.access & Opcodes.ACC_STATIC) == 0;
        return isNamed && isOfJUnit3(about);
    }

    /** Whether a method runs before each test. */
    static boolean isFixture(About about, MethodNode method) {
        boolean isNamed = method.name.equals("setUp") && method.desc.equals("()V");
        return isAnnotated(method, FIXTURES) || isNamed && isOfJUnit3(about);
    }

    private static boolean isAnnotated(MethodNode method, Set<String> names) {
        List<AnnotationNode> annotations = method.visibleAnnotations == null ? List.of() : method.visibleAnnotations;
        return annotations.stream().anyMatch(annotation -> names.stream().anyMatch(annotation.desc::endsWith));
    }

    private static boolean isOfJUnit3(About about) {
        return about.shapes().isBelow(about.owner(), "junit/framework/TestCase");
    }

    /** Whether a method is the body of a lambda in a test. */
    static boolean hasLambda(About about, MethodNode method) {
        if (!method.name.startsWith("lambda$")) {
            return false;
        }
        String name = method.name.substring("lambda$".length());
        int end = name.lastIndexOf('$');
        String of = end < 0 ? name : name.substring(0, end);
        return about.type().methods.stream().anyMatch(one -> one.name.equals(of) && has(about, one));
    }

    /** Whether a class has tests, or is one that classes of tests extend. */
    static boolean areIn(About about) {
        return isOfJUnit3(about) || about.type().methods.stream().anyMatch(one -> has(about, one));
    }
}
