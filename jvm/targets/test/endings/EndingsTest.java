package endings;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.net.ServerSocket;
import java.security.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class EndingsTest {
    @Test
    void exit() {
        if (Endings.exits("")) {
            System.exit(0);
        }
    }

    @Test
    void halt() {
        if (Endings.halts("")) {
            Runtime.getRuntime().halt(0);
        }
    }

    @Test
    void crash() throws ReflectiveOperationException {
        if (Endings.crashes("")) {
            Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            Object unsafe = field.get(null);
            unsafe.getClass().getMethod("putAddress", long.class, long.class).invoke(unsafe, 0L, 0L);
        }
    }

    @Test
    void memory() {
        List<long[]> hog = new ArrayList<>();
        while (Endings.exhausts("")) {
            hog.add(new long[1 << 20]);
        }
    }

    @Test
    void sleep() throws InterruptedException {
        if (Endings.sleeps("")) {
            Thread.sleep(1_000_000);
        }
    }

    @Test
    void loop() {
        boolean forEver = Endings.loops("");
        while (forEver) {
            Thread.onSpinWait();
        }
    }

    @Test
    void exception() {
        if (Endings.throwsUp("")) {
            throw new IllegalStateException("yes");
        }
    }

    @Test
    void waiting() throws IOException {
        if (Endings.waitsInNativeCode("")) {
            try (ServerSocket nobodyConnects = new ServerSocket(0)) {
                nobodyConnects.accept().close();
            }
        }
    }

    @Test
    @SuppressWarnings("removal")
    void forbidden() {
        if (Endings.forbidsThings("")) {
            try {
                System.setSecurityManager(new SecurityManager() {
                    @Override
                    public void checkPermission(Permission permission) {
                        if (permission instanceof RuntimePermission) {
                            String name = permission.getName();
                            if (name.equals("setSecurityManager") || name.equals("setIO")) {
                                throw new SecurityException("this stays");
                            }
                        }
                    }
                });
            } catch (UnsupportedOperationException ofNewerJava) {
                // Java 18 and later have no security manager to replace.
            }
        }
    }

    @Test
    void threads() {
        if (Endings.leavesThreads("")) {
            for (int count = 0; count < 100; count++) {
                new Thread(LockSupport::park).start();
            }
        }
    }

    @Test
    void leftovers() {
        if (Endings.leavesThings("")) {
            new Thread(() -> {
                        while (true) {
                            LockSupport.parkNanos(1_000_000_000);
                        }
                    })
                    .start();
            for (int line = 0; line < 10_000; line++) {
                System.out.println("a flood of output that nobody reads, line " + line);
            }
            System.setOut(new PrintStream(OutputStream.nullOutputStream()));
            Thread.currentThread().setContextClassLoader(null);
            Thread.currentThread().interrupt();
        }
    }
}
