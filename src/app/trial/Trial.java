// Builds every structure of a suite; fex writes the method `builders`.
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

final class FexTrial {
    /** How long a structure may take, in milliseconds; building one takes a fraction of one. */
    private static final long PATIENCE = 20_000;

    private FexTrial() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream log = new PrintStream(new FileOutputStream(arguments[0], true), true, StandardCharsets.UTF_8);
        String[] name = {""};
        Throwable[] thrown = new Throwable[1];
        Thread builder = new Thread(() -> {
            try {
                for (Map.Entry<String, Runnable> structure : builders().entrySet()) {
                    synchronized (name) {
                        name[0] = structure.getKey().split(": ", 2)[0];
                    }
                    log.println("begin\t" + name[0]);
                    structure.getValue().run();
                    log.println("built\t" + name[0]);
                }
            } catch (Throwable why) {
                thrown[0] = why;
            }
        }, "fex");
        builder.setDaemon(true);
        builder.start();
        String before = null;
        while (builder.isAlive()) {
            builder.join(PATIENCE);
            String now;
            synchronized (name) {
                now = name[0];
            }
            if (builder.isAlive() && now.equals(before)) {
                log.println("hangs\t" + now);
                Runtime.getRuntime().halt(0);
            }
            before = now;
        }
        if (thrown[0] != null) {
            Throwable cause = thrown[0];
            while (cause.getCause() != null && cause.getCause() != cause) {
                cause = cause.getCause();
            }
            StringBuilder line = new StringBuilder("thrown\t").append(plain(cause));
            for (StackTraceElement frame : cause.getStackTrace()) {
                line.append('\t').append(frame.getClassName());
            }
            log.println(line);
        }
        log.println("end");
        Runtime.getRuntime().halt(0);
    }

    private static String plain(Throwable thrown) {
        String message;
        try {
            message = thrown.toString();
        } catch (RuntimeException e) {
            message = thrown.getClass().getName();
        }
        return message.replaceAll("\\s+", " ");
    }

    private static Map<String, Runnable> builders() {
        return new LinkedHashMap<>();
    }
}
