package fex.agent;

import fex.runtime.OwnFirstLoader;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;

/**
 * Loads the project's own classes anew, with fresh static state; everything else comes from the class path of the JVM.
 *
 * <p>The same classes are on that class path, too, so this loader asks itself first.
 */
final class ProjectLoader extends OwnFirstLoader {
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
    public URL getResource(String name) {
        URL own = findResource(name);
        return own == null ? super.getResource(name) : own;
    }
}
