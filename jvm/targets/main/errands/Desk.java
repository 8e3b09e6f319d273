package errands;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalTime;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Scanner;

/** Asks what surrounds it before it decides: each branch takes something that arguments cannot say. */
public class Desk {
    /** By the clock. */
    public String greeting() {
        int hour = LocalTime.now(Clock.systemUTC()).getHour();
        if (hour < 6) {
            return "Good night";
        }
        return hour < 12 ? "Good morning" : "Good day";
    }

    /** By what is typed; what is printed tells. */
    public void ask() {
        System.out.println("Open an account?");
        try (Scanner in = new Scanner(System.in)) {
            if (in.nextLine().equals("yes")) {
                System.out.println("Opened");
            }
        } catch (NoSuchElementException nothing) {
            System.out.println("Nobody is there");
        }
    }

    /** By a file. */
    public int limit(String file) throws IOException {
        Path path = Path.of(file);
        if (!Files.exists(path)) {
            return 100;
        }
        return Files.readString(path, StandardCharsets.UTF_8).startsWith("unlimited") ? Integer.MAX_VALUE : 0;
    }

    /** By an environment variable and a system property. */
    public String mode() {
        if ("1".equals(System.getenv("DESK_DEBUG"))) {
            return "debug";
        }
        return System.getProperty("desk.mode", "usual").equals("fast") ? "fast" : "usual";
    }

    /** By chance. */
    public boolean isAudited() {
        return new Random().nextInt(10) == 7;
    }

    /** By the machine. */
    public int clerks() {
        return Runtime.getRuntime().availableProcessors() > 7 ? 2 : 1;
    }

    /** By what another program prints, and how it ends. */
    public int guards() throws IOException {
        Process roster = new ProcessBuilder("roster").start();
        String printed = new String(roster.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (roster.exitValue() != 0) {
            return 0;
        }
        return printed.split("\n").length > 2 ? 2 : 1;
    }

    /** Ends the JVM. */
    public static void main(String[] arguments) {
        if (arguments.length == 0) {
            System.err.println("usage: desk COMMAND");
            System.exit(2);
        }
        System.out.println(arguments[0]);
    }

    /** By none of it. */
    public int fee(int amount) {
        return amount > 50 ? 2 : 1;
    }
}
