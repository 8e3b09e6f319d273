package held;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What tests see where clocks and random numbers are held. A test that waits waits for an hour. */
class DeviceTest {
    /** The noon of 1 July 2026, UTC. */
    private static final long NOON = 1_782_907_200_000L;

    @Test
    void allClocksShowTheSameInstantWhenATestBegins() {
        assertEquals(NOON, System.currentTimeMillis());
        assertEquals(NOON, new Date().getTime());
        assertEquals(NOON, new GregorianCalendar().getTimeInMillis());
        assertEquals(NOON, Instant.now().toEpochMilli());
        assertEquals(LocalDateTime.of(2026, 7, 1, 12, 0), LocalDateTime.now().withNano(0));
    }

    @Test
    void clocksGoOnAsTheyAreRead() {
        Instant first = Instant.now();
        long before = System.nanoTime();
        assertTrue(System.nanoTime() > before);
        assertTrue(Instant.now().isAfter(first));
        // Whoever waits by reading a clock waits not for ever.
        long end = System.currentTimeMillis() + 100;
        while (System.currentTimeMillis() < end) {
            Thread.onSpinWait();
        }
        // Milliseconds are cut off.
        assertTrue(Duration.between(first, Instant.now()).toMillis() >= 99);
    }

    @Test
    void zoneAndLocaleAreSet() {
        assertEquals("UTC", ZoneId.systemDefault().getId());
        assertEquals(Locale.US, Locale.getDefault());
    }

    @Test
    void sleepTakesAnHourOfTheClock() throws InterruptedException {
        Device device = new Device();
        device.start();
        device.cool();
        assertEquals(3_600_000, device.running());
        assertEquals(LocalDateTime.of(2026, 7, 1, 13, 0), LocalDateTime.now().withNano(0));
    }

    @Test
    void referencesToMethodsAskTheSameClock() throws Exception {
        LongSupplier clock = System::currentTimeMillis;
        assertEquals(NOON, clock.getAsLong());
        Callable<Object> sleeping = () -> {
            Sleeping thread = Thread::sleep;
            Sleeping unit = TimeUnit.MILLISECONDS::sleep;
            thread.sleep(1_800_000);
            unit.sleep(1_800_000);
            return null;
        };
        sleeping.call();
        assertEquals(NOON + 3_600_000, clock.getAsLong());
    }

    /** What sleeps for some milliseconds. */
    private interface Sleeping {
        void sleep(long millis) throws InterruptedException;
    }

    /** The time-outs of frameworks are real. */
    @Test
    @Timeout(30)
    void aTestWithATimeOutDoesNotWaitEither() throws InterruptedException {
        Thread.sleep(3_600_000);
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> Thread.sleep(3_600_000));
    }

    @Test
    void theNextTestBeginsAtNoonAgain() {
        assertEquals(NOON, System.currentTimeMillis());
    }

    @Test
    void whatOthersDoIsDoneWhenASleeperWakes() throws InterruptedException {
        AtomicLong sum = new AtomicLong();
        Thread busy = new Thread(() -> {
            for (int step = 0; step < 30_000_000; step++) {
                sum.setRelease(sum.getPlain() * 31 + step);
            }
            sum.setRelease(-1);
        });
        busy.start();
        Thread.sleep(3_600_000);
        assertEquals(-1, sum.get());
    }

    @Test
    void whatOthersHandOnToEachOtherIsDoneWhenASleeperWakes() throws InterruptedException {
        ExecutorService pool = Executors.newCachedThreadPool();
        LinkedBlockingQueue<Integer> there = new LinkedBlockingQueue<>();
        LinkedBlockingQueue<Integer> back = new LinkedBlockingQueue<>();
        AtomicInteger last = new AtomicInteger();
        pool.submit(() -> {
            for (int ball = 0; ball < 2_000; ball++) {
                there.put(ball);
                last.set(back.take());
            }
            return null;
        });
        pool.submit(() -> {
            while (true) {
                back.put(there.take() + 1);
            }
        });
        Thread.sleep(3_600_000);
        assertEquals(2_000, last.get());
        pool.shutdownNow();
    }

    @Test
    void sleepersWakeInTheirOrder() throws InterruptedException {
        List<Integer> woken = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int minutes : new int[] {50, 20, 40, 10, 30}) {
            threads.add(new Thread(() -> {
                try {
                    TimeUnit.MINUTES.sleep(minutes);
                    woken.add(minutes);
                } catch (InterruptedException never) {
                    woken.add(-1);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(List.of(10, 20, 30, 40, 50), woken);
    }

    @Test
    void aSleeperIsInterrupted() throws InterruptedException {
        AtomicBoolean isInterrupted = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(1);
        Thread sleeper = new Thread(() -> {
            begun.countDown();
            try {
                while (true) {
                    Thread.sleep(Long.MAX_VALUE);
                }
            } catch (InterruptedException expected) {
                isInterrupted.set(!Thread.currentThread().isInterrupted());
            }
        });
        sleeper.start();
        begun.await();
        sleeper.interrupt();
        sleeper.join();
        assertTrue(isInterrupted.get());
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> Thread.sleep(1));
        assertThrows(IllegalArgumentException.class, () -> Thread.sleep(-1));
    }

    @Test
    void whatIsScheduledHappensBeforeALaterSleeperWakes() throws InterruptedException {
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
        AtomicBoolean happened = new AtomicBoolean();
        scheduler.schedule(() -> happened.set(true), 20, TimeUnit.MILLISECONDS);
        Thread.sleep(2_000);
        assertTrue(happened.get());
        scheduler.shutdownNow();
    }

    @Test
    void whoeverWaitsForASleeperGetsWhatItMakes() throws Exception {
        CompletableFuture<Integer> made = CompletableFuture.supplyAsync(() -> {
            try {
                Thread.sleep(3_600_000);
                return 7;
            } catch (InterruptedException never) {
                return -1;
            }
        });
        assertEquals(7, made.get());
        // The pool of the JVM has a thread now that waits for more work, and only for some time.
        Thread.sleep(3_600_000);
    }

    /** Twelve variances of a mean of 100,000 numbers, which is as good as never. */
    @Test
    void numbersAreSpreadAsTheyShould() {
        double sum = 0;
        int[] faces = new int[6];
        for (int roll = 0; roll < 100_000; roll++) {
            sum += Math.random();
            faces[ThreadLocalRandom.current().nextInt(6)]++;
        }
        assertEquals(0.5, sum / 100_000, 12 * 0.2887 / Math.sqrt(100_000));
        for (int count : faces) {
            assertEquals(100_000 / 6.0, count, 12 * Math.sqrt(100_000 * 5 / 36.0));
        }
    }

    @Test
    void whoeverChoosesASeedGetsWhatBelongsToIt() throws Exception {
        SecureRandom one = SecureRandom.getInstance("SHA1PRNG");
        SecureRandom other = SecureRandom.getInstance("SHA1PRNG");
        one.setSeed(7);
        other.setSeed(7);
        assertEquals(one.nextLong(), other.nextLong());
        // What the specification of `Random` says.
        assertEquals(-1170105035, new java.util.Random(42).nextInt());
        assertFalse(new java.util.Random().nextLong() == new java.util.Random().nextLong());
    }
}
