package fex.agent;

import fex.runtime.BranchProbe;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;

/**
 * Loads the project's own classes anew, with fresh static state; everything else comes from the class path of the JVM.
 *
 * <p>The same classes are on that class path, too, so this loader asks itself first.
 */
final class ProjectLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    /** @param own the folders and jars of the project */
    ProjectLoader(List<String> own) {
        super("fex", urls(own), ClassLoader.getSystemClassLoader());
    }

    private static URL[] urls(List<String> own) {
        URL[] urls = new URL[own.size()];
        for (int index = 0; index < urls.length; index++) {
            try {
                urls[index] = Path.of(own.get(index)).toUri().toURL();
            } catch (MalformedURLException impossible) {
                throw new IllegalArgumentException(impossible);
            }
        }
        return urls;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean isPaused = BranchProbe.pause();
        try {
            synchronized (getClassLoadingLock(name)) {
                Class<?> found = findLoadedClass(name);
                if (found == null && findResource(name.replace('.', '/') + ".class") != null) {
                    found = findClass(name);
                }
                return found == null ? super.loadClass(name, resolve) : found;
            }
        } finally {
            BranchProbe.resume(isPaused);
        }
    }

    @Override
    public URL getResource(String name) {
        URL own = findResource(name);
        return own == null ? super.getResource(name) : own;
    }
}
