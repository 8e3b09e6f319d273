package fex.agent;

import java.lang.reflect.Method;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import org.testng.IAnnotationTransformer;
import org.testng.ITestNGListener;
import org.testng.TestNG;
import org.testng.annotations.IAnnotation;
import org.testng.annotations.Test;
import org.testng.internal.IConfiguration;
import org.testng.internal.annotations.JDK15AnnotationFinder;

/**
 * What TestNG has read of the annotations of some classes' methods, kept from one of its runs to the next.
 *
 * <p>Before one test of a class can run, TestNG asks every method of the class for ten kinds of annotations, once for each of these
 * kinds, and looks up what it has read by hash codes of annotations, which reflection computes. That is a third of what it takes to
 * run a test of a class of 300. What it reads is the same in each run, but where the project changes annotations by a listener, or
 * where a test has an object that counts how often it was tried again.
 */
final class KeptAnnotations {
    private static final Object NOTHING = new Object();

    private final ClassLoader loader;
    private final boolean isKept;
    private final Map<Method, Found> known = new ConcurrentHashMap<>();
    /** What is known of the method that was asked about last: TestNG asks for all kinds in a row, maybe in several threads. */
    private Found last = new Found(null, Map.of());

    /** What was found by the kind of the annotation, {@link #NOTHING} where there is none. */
    private record Found(Method method, Map<Class<?>, Object> annotations) {}

    /** @param loader what loads the classes */
    KeptAnnotations(ClassLoader loader) {
        this.loader = loader;
        isKept = ServiceLoader.load(ITestNGListener.class, loader).stream()
                .noneMatch(provider -> IAnnotationTransformer.class.isAssignableFrom(provider.type()));
    }

    ClassLoader loader() {
        return loader;
    }

    /** A TestNG that heeds what is known, and adds to it. */
    TestNG testng() {
        return isKept ? new Knowing() : new TestNG(false);
    }

    private Map<Class<?>, Object> of(Method method) {
        Found asked = last;
        if (asked.method() != method) {
            // The same method may be another object in the next run.
            Found before = known.computeIfAbsent(
                    method, added -> new Found(added, Collections.synchronizedMap(new IdentityHashMap<>())));
            asked = new Found(method, before.annotations());
            last = asked;
        }
        return asked.annotations();
    }

    /** Whether a method has no object that lives on. */
    private static boolean canBeKept(Method method) {
        Test test = method.getAnnotation(Test.class);
        try {
            return test == null
                    || test.retryAnalyzer() == Test.class.getMethod("retryAnalyzer").getDefaultValue();
        } catch (ReflectiveOperationException impossible) {
            return false;
        }
    }

    private final class Knowing extends TestNG {
        Knowing() {
            super(false);
        }

        /** TestNG makes its finder when it starts, and hands it on from here. */
        @Override
        protected IConfiguration getConfiguration() {
            IConfiguration configuration = super.getConfiguration();
            if (configuration.getAnnotationFinder() instanceof JDK15AnnotationFinder own && !(own instanceof Finder)) {
                configuration.setAnnotationFinder(new Finder(getAnnotationTransformer()));
            }
            return configuration;
        }
    }

    private final class Finder extends JDK15AnnotationFinder {
        Finder(IAnnotationTransformer transformer) {
            super(transformer);
        }

        @Override
        public <A extends IAnnotation> A findAnnotation(Method method, Class<A> kind) {
            Map<Class<?>, Object> ofMethod = of(method);
            Object before = ofMethod.get(kind);
            if (before != null) {
                return before == NOTHING ? null : kind.cast(before);
            }
            A found = super.findAnnotation(method, kind);
            if (canBeKept(method)) {
                ofMethod.put(kind, found == null ? NOTHING : found);
            }
            return found;
        }
    }
}
