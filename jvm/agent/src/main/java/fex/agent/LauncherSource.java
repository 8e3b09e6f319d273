package fex.agent;

import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Where the launcher comes from. A launcher that is made without a session opens one for each thing it is asked, and looks for
 * engines and listeners on the whole class path each time; so one session is kept open, as Surefire does.
 */
interface LauncherSource {
    Launcher launcher();

    /** A source for the version of the JUnit Platform that is on the class path. */
    static LauncherSource find() {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        // Sessions came with version 1.8; launchers before that keep what they found.
        if (loader.getResource("org/junit/platform/launcher/LauncherSession.class") != null) {
            return new OfSession();
        }
        Launcher launcher = LauncherFactory.create();
        return () -> launcher;
    }

    /**
     * One session for each class loader of the project, because engines and listeners of its own belong to that; and one at a
     * time, because what a listener prepares may be there only once.
     */
    final class OfSession implements LauncherSource {
        private LauncherSession session;
        private ClassLoader loader;

        @Override
        public Launcher launcher() {
            ClassLoader current = Thread.currentThread().getContextClassLoader();
            if (session == null || loader != current) {
                close();
                session = LauncherFactory.openSession();
                loader = current;
            }
            return session.getLauncher();
        }

        private void close() {
            if (session != null) {
                LauncherSession last = session;
                session = null;
                last.close();
            }
        }
    }
}
