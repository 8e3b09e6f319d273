package shop;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Random;
import java.util.Scanner;

/** A program that runs at night, and asks for all that surrounds it. */
public final class Nightly {
    /** Whether it only says what it would do. */
    static final boolean IS_DRY = Boolean.getBoolean("shop.dry");

    private Nightly() {}

    /** The day after the night that begins on this day. */
    public static LocalDate due() {
        return LocalDate.now().plusDays(1);
    }

    /** Tries something once an hour, some times at most. */
    public static boolean retried(Path done, int times) throws InterruptedException {
        for (int time = 0; time < times && !Files.exists(done); time++) {
            Thread.sleep(3_600_000);
        }
        return Files.exists(done);
    }

    /** Greets whoever types a name. */
    public static void greet() {
        System.out.print("hello, " + new Scanner(System.in).nextLine());
    }

    /** Where it is configured. */
    public static Path configuration() {
        return Path.of(System.getenv("SHOP_HOME"), "shop.properties");
    }

    /** The rate that a bank tells. */
    public static double rate() throws IOException {
        try (var in = new URL("http://bank.example.com/rate").openStream()) {
            return Double.parseDouble(new String(in.readAllBytes()).trim());
        }
    }

    /** The revision of the sources. */
    public static String revision() throws IOException {
        Process git = new ProcessBuilder("git", "rev-parse", "HEAD").start();
        return new String(git.getInputStream().readAllBytes()).trim();
    }

    /** A number to draw. */
    public static int draw() {
        return new Random().nextInt(1_000_000);
    }

    /** Ends the program, and says so in a file. */
    public static void end(Path said) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                Files.writeString(said, "ended");
            } catch (IOException problem) {
                throw new IllegalStateException(problem);
            }
        }));
        System.exit(2);
    }
}
