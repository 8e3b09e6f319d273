package fex.instrument.taint;

import java.util.List;

/** Which classes are instrumented for marks: those of programs, of their libraries, and of assertion libraries. */
final class Programs {
    /** What the internal names of classes begin with that run as they are: the JDK, test engines, what makes classes at run time, logs. */
    private static final List<String> LEFT_OUT = List.of(
            "java/",
            "javax/",
            "jdk/",
            "sun/",
            "com/sun/",
            "org/w3c/",
            "org/xml/",
            "org/ietf/",
            "netscape/",
            "fex/",
            "junit/",
            "org/junit/",
            "org/opentest4j/",
            "org/apiguardian/",
            "org/testng/",
            "org/mockito/",
            "org/powermock/",
            "org/easymock/",
            "org/jmock/",
            "net/bytebuddy/",
            "org/objenesis/",
            "net/sf/cglib/",
            "org/jacoco/",
            "org/slf4j/",
            "ch/qos/logback/",
            "org/apache/logging/",
            "org/apache/log4j/",
            "com/intellij/rt/",
            "org/objectweb/asm/");

    /** Classes with these beginnings are instrumented although they belong to test frameworks: what assertions compare is seen there. */
    private static final List<String> ASSERTING = List.of(
            "junit/framework/Assert",
            "junit/framework/TestCase",
            "org/junit/Assert",
            "org/junit/internal/ComparisonCriteria",
            "org/junit/internal/ExactComparisonCriteria",
            "org/junit/internal/InexactComparisonCriteria",
            "org/junit/jupiter/api/Assert",
            "org/testng/Assert",
            "org/testng/AssertJUnit");

    private Programs() {}

    /** Whether a class belongs to an assertion library, whose own calls are no assertions of their own. */
    static boolean asserts(String name) {
        return ASSERTING.stream().anyMatch(name::startsWith)
                || name.startsWith("org/assertj/")
                || name.startsWith("org/hamcrest/")
                || name.startsWith("com/google/common/truth/");
    }

    /** Whether a class is instrumented, by its internal name: that alone decides, so that each class knows of all others. */
    static boolean has(String name) {
        if (name == null || name.startsWith("[")) {
            return false;
        }
        boolean isMade = name.contains("$MockitoMock$")
                || name.contains("$$EnhancerBy")
                || name.contains("$$FastClassBy")
                || name.contains("$Proxy")
                || name.contains("$$Lambda");
        if (isMade) {
            return false;
        }
        for (String beginning : ASSERTING) {
            if (name.startsWith(beginning)) {
                return true;
            }
        }
        for (String beginning : LEFT_OUT) {
            if (name.startsWith(beginning)) {
                return false;
            }
        }
        return true;
    }
}
