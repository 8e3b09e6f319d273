package fex.runtime;

import java.net.URL;
import java.net.URLClassLoader;

/** Loads the classes of some folders and jars itself, though others have them, too; all others it has from another loader. */
public abstract class OwnFirstLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    /**
     * @param name its name
     * @param own the folders and jars
     * @param others who loads all other classes
     */
    protected OwnFirstLoader(String name, URL[] own, ClassLoader others) {
        super(name, own, others);
    }

    @Override
    protected final Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
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
}
