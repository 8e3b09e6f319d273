import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.jar.JarFile;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.framework.wiring.BundleWiring;

/** An Eclipse without a window: the bundles on the class path in an OSGi framework, with a workspace in a temporary folder. */
final class Eclipse {
    private static final BinaryOperator<String> REFACTORINGS = refactorings();

    /** Applies a refactoring to a text: what comes out, or why the engine refuses. */
    static String refactored(String kind, String text) {
        return REFACTORINGS.apply(kind, text);
    }

    @SuppressWarnings("unchecked")
    private static BinaryOperator<String> refactorings() {
        try {
            Bundle bundle = started().stream()
                    .filter(one -> one.getSymbolicName().equals("org.eclipse.jdt.core.manipulation"))
                    .findFirst()
                    .orElseThrow();
            // What sees the engine's own classes is loaded by a child of its loader, and not by that of the class path.
            URL own = Eclipse.class.getProtectionDomain().getCodeSource().getLocation();
            ClassLoader loader = new URLClassLoader(new URL[] {own}, bundle.adapt(BundleWiring.class).getClassLoader());
            Thread.currentThread().setContextClassLoader(loader);
            return (BinaryOperator<String>)
                    loader.loadClass("Refactorings").getDeclaredConstructor().newInstance();
        } catch (BundleException | ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static List<Bundle> started() throws IOException, BundleException {
        Path folder = Files.createTempDirectory("eclipse");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder.toFile())));
        FrameworkFactory factory =
                java.util.ServiceLoader.load(FrameworkFactory.class).findFirst().orElseThrow();
        Framework framework = factory.newFramework(Map.of(
                Constants.FRAMEWORK_STORAGE, folder.resolve("storage").toString(),
                "osgi.instance.area", folder.resolve("workspace").toUri().toString(),
                "osgi.install.area", folder.resolve("install").toUri().toString()));
        framework.start();
        List<Bundle> bundles = new ArrayList<>();
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
            if (path.endsWith(".jar") && isBundle(new File(path))) {
                bundles.add(framework.getBundleContext().installBundle("reference:" + new File(path).toURI()));
            }
        }
        for (Bundle bundle : bundles) {
            if (bundle.getSymbolicName().matches("org.apache.felix.scr|org.eclipse.(equinox|core|jdt|ltk|debug|search).*")
                    && !bundle.getSymbolicName().endsWith("macosx") && !bundle.getSymbolicName().endsWith(".app")) {
                bundle.start(bundle.getSymbolicName().matches(".*(scr|equinox.common|registry|core.runtime)") ? 0 : Bundle.START_ACTIVATION_POLICY);
            }
        }
        return bundles;
    }

    private static boolean isBundle(File jar) throws IOException {
        try (JarFile file = new JarFile(jar)) {
            String name = file.getManifest() == null
                    ? null
                    : file.getManifest().getMainAttributes().getValue(Constants.BUNDLE_SYMBOLICNAME);
            return name != null && !name.startsWith("org.eclipse.osgi") && !name.startsWith("osgi.annotation");
        }
    }

    private static void delete(File file) {
        File[] below = file.listFiles();
        if (below != null) {
            for (File one : below) {
                delete(one);
            }
        }
        file.delete();
    }
}
