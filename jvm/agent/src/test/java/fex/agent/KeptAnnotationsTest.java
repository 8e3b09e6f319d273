package fex.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testng.IAnnotationTransformer;
import org.testng.IRetryAnalyzer;
import org.testng.ITestNGListener;
import org.testng.ITestResult;
import org.testng.TestNG;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.ITestAnnotation;

/** What is kept of annotations changes no run of TestNG. */
final class KeptAnnotationsTest {
    private static final List<String> HAPPENED = new ArrayList<>();

    /** A class with what TestNG looks for. */
    public static final class Sample {
        @BeforeMethod
        public void before() {
            HAPPENED.add("before");
        }

        @AfterMethod
        public void after() {
            HAPPENED.add("after");
        }

        @DataProvider
        public Object[][] numbers() {
            return new Object[][] {{1}, {2}};
        }

        @org.testng.annotations.Test(dataProvider = "numbers")
        public void takes(int number) {
            HAPPENED.add("takes " + number);
        }

        @org.testng.annotations.Test(retryAnalyzer = Once.class)
        public void fails() {
            HAPPENED.add("fails");
            throw new IllegalStateException();
        }

        @org.testng.annotations.Test
        public void passes() {
            HAPPENED.add("passes");
        }
    }

    /** Has a test tried a second time. */
    public static final class Once implements IRetryAnalyzer {
        private boolean isTried;

        @Override
        public boolean retry(ITestResult result) {
            boolean again = !isTried;
            isTried = true;
            return again;
        }
    }

    /** A listener that may say something else in each run. */
    public static final class Changing implements IAnnotationTransformer {
        @Override
        @SuppressWarnings("rawtypes")
        public void transform(ITestAnnotation annotation, Class type, Constructor constructor, Method method) {
            annotation.setEnabled(false);
        }
    }

    private static List<String> happening(TestFramework framework, String test) throws Exception {
        HAPPENED.clear();
        Outcome outcome = framework.run(TestNGFramework.ID + Sample.class.getName() + "/" + test);
        HAPPENED.add(outcome.kind().toString());
        return List.copyOf(HAPPENED);
    }

    @Test
    void eachRunDoesWhatTheFirstOneDoes() throws Exception {
        TestFramework framework = new TestNGFramework();
        for (int run = 0; run < 3; run++) {
            assertEquals(List.of("before", "passes", "after", "PASSED"), happening(framework, "passes()"));
            assertEquals(
                    List.of("before", "takes 1", "after", "before", "takes 2", "after", "PASSED"),
                    happening(framework, "takes(int)"));
        }
    }

    /** The object that says so remembers that it did, and would not say so again. */
    @Test
    void aTestIsTriedAgainInEachRun() throws Exception {
        TestFramework framework = new TestNGFramework();
        List<String> twice = List.of("before", "fails", "after", "before", "fails", "after", "EXCEPTION");
        assertEquals(twice, happening(framework, "fails()"));
        assertEquals(twice, happening(framework, "fails()"));
    }

    @Test
    void nothingIsKeptWhereTheProjectChangesAnnotations(@TempDir Path folder) throws Exception {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        ClassLoader parent = getClass().getClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, parent)) {
            assertNotEquals(TestNG.class, new KeptAnnotations(loader).testng().getClass());
            Files.writeString(services.resolve(ITestNGListener.class.getName()), Changing.class.getName());
            assertEquals(TestNG.class, new KeptAnnotations(loader).testng().getClass());
        }
    }
}
