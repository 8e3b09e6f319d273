package held;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waits with a time-out of an hour where clocks are held. Those that are real would not end in time. */
class WaitsTest {
    private static final long HOUR = 3_600_000;

    /** What was computed, lest a compiler leave that out. */
    private static final AtomicLong RESULTS = new AtomicLong();

    private final List<ExecutorService> pools = new ArrayList<>();

    private <P extends ExecutorService> P closed(P pool) {
        pools.add(pool);
        return pool;
    }

    @AfterEach
    void close() {
        pools.forEach(ExecutorService::shutdownNow);
    }

    /** What waits for an hour. */
    private interface Wait {
        void begin() throws Exception;
    }

    /** Waits, and says that the clock has gone on by an hour: by a second more at most, and a millisecond less, as some count no parts of it. */
    private static void takesAnHour(Wait wait) throws Exception {
        Instant before = Instant.now();
        wait.begin();
        Duration taken = Duration.between(before, Instant.now());
        assertTrue(taken.toMillis() >= HOUR - 1 && taken.toMillis() < HOUR + 1_000, taken::toString);
    }

    @Test
    void whatNobodyLetsGoOnTakesTheTimeThatItWaits() throws Exception {
        takesAnHour(() -> assertFalse(new CountDownLatch(1).await(1, TimeUnit.HOURS)));
        takesAnHour(() -> assertFalse(new Semaphore(0).tryAcquire(60, TimeUnit.MINUTES)));
        takesAnHour(() -> assertNull(new LinkedBlockingQueue<String>().poll(3_600, TimeUnit.SECONDS)));
        takesAnHour(() -> assertFalse(new SynchronousQueue<String>().offer("", 1, TimeUnit.HOURS)));
        takesAnHour(() -> assertThrows(
                TimeoutException.class, () -> new Exchanger<String>().exchange("", 1, TimeUnit.HOURS)));
        takesAnHour(() -> assertThrows(TimeoutException.class, () -> new CyclicBarrier(2).await(1, TimeUnit.HOURS)));
        takesAnHour(() -> assertThrows(
                TimeoutException.class, () -> new Phaser(1).awaitAdvanceInterruptibly(0, 1, TimeUnit.HOURS)));
        takesAnHour(() -> assertThrows(TimeoutException.class, () -> new CompletableFuture<>().get(1, TimeUnit.HOURS)));
        takesAnHour(() -> LockSupport.parkNanos(HOUR * 1_000_000));
        takesAnHour(() -> LockSupport.parkUntil(this, System.currentTimeMillis() + HOUR));
        takesAnHour(() -> {
            synchronized (this) {
                wait(HOUR);
            }
        });
        takesAnHour(() -> {
            synchronized (this) {
                wait(HOUR - 1, 999_999);
            }
        });
    }

    /** Takes the machine some ten milliseconds or more, and no time by a clock that goes on as it is read and as threads wait. */
    private static void compute() {
        long number = 1;
        for (int i = 0; i < 20_000_000; i++) {
            number = 31 * number + i;
        }
        RESULTS.addAndGet(number);
    }

    @Test
    void whoComputesIsWaitedForHoweverLongTheMachineTakes() throws Exception {
        Thread joined = new Thread(WaitsTest::compute);
        joined.start();
        joined.join(1);
        assertFalse(joined.isAlive());

        Thread slept = new Thread(WaitsTest::compute);
        slept.start();
        Thread.sleep(1);
        assertEquals(Thread.State.TERMINATED, slept.getState());

        CountDownLatch done = new CountDownLatch(1);
        new Thread(() -> {
                    compute();
                    done.countDown();
                })
                .start();
        assertTrue(done.await(1, TimeUnit.MILLISECONDS));

        AtomicBoolean isTold = new AtomicBoolean();
        synchronized (isTold) {
            new Thread(() -> {
                        compute();
                        synchronized (isTold) {
                            isTold.set(true);
                            isTold.notifyAll();
                        }
                    })
                    .start();
            isTold.wait(1);
            assertTrue(isTold.get());
        }
    }

    @Test
    void locksAndConditionsTakeIt() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        takesAnHour(() -> assertTrue(condition.awaitNanos(HOUR * 1_000_000) <= 0));
        takesAnHour(() -> assertFalse(condition.await(1, TimeUnit.HOURS)));
        takesAnHour(() -> assertFalse(condition.awaitUntil(new Date(System.currentTimeMillis() + HOUR))));
        StampedLock stamped = new StampedLock();
        stamped.writeLock();
        CompletableFuture<Boolean> tried = CompletableFuture.supplyAsync(() -> {
            try {
                takesAnHour(() -> assertFalse(lock.tryLock(1, TimeUnit.HOURS)));
                takesAnHour(() -> assertEquals(0, stamped.tryReadLock(1, TimeUnit.HOURS)));
                return true;
            } catch (Exception problem) {
                throw new AssertionError(problem);
            }
        });
        assertTrue(tried.get());
    }

    @Test
    void poolsTakeIt() throws Exception {
        ExecutorService pool = closed(Executors.newFixedThreadPool(2));
        CountDownLatch never = new CountDownLatch(1);
        Callable<Object> waiting = () -> {
            never.await();
            return null;
        };
        Future<Object> future = pool.submit(waiting);
        takesAnHour(() -> assertThrows(TimeoutException.class, () -> future.get(1, TimeUnit.HOURS)));
        takesAnHour(() -> assertTrue(
                pool.invokeAll(List.of(waiting), 1, TimeUnit.HOURS).get(0).isCancelled()));
        takesAnHour(() -> assertThrows(
                TimeoutException.class, () -> pool.invokeAny(List.of(waiting), 1, TimeUnit.HOURS)));
        pool.shutdown();
        takesAnHour(() -> assertFalse(pool.awaitTermination(1, TimeUnit.HOURS)));
        takesAnHour(() -> assertThrows(
                TimeoutException.class,
                () -> ForkJoinPool.commonPool().submit(waiting).get(1, TimeUnit.HOURS)));
        Thread thread = new Thread(() -> assertThrows(InterruptedException.class, waiting::call));
        thread.start();
        takesAnHour(() -> thread.join(HOUR));
        thread.interrupt();
        never.countDown();
    }

    @Test
    void whatIsScheduledComesAtItsTime() throws Exception {
        ScheduledExecutorService scheduler = closed(Executors.newScheduledThreadPool(1));
        takesAnHour(() -> assertEquals(7, scheduler.schedule(() -> 7, 1, TimeUnit.HOURS).get()));
        CompletableFuture<Integer> late = new CompletableFuture<Integer>().completeOnTimeout(7, 1, TimeUnit.HOURS);
        takesAnHour(() -> assertEquals(7, late.get()));
        takesAnHour(() -> {
            Exception end = assertThrows(
                    ExecutionException.class, () -> new CompletableFuture<>().orTimeout(1, TimeUnit.HOURS).get());
            assertTrue(end.getCause() instanceof TimeoutException);
        });
        takesAnHour(() -> {
            CountDownLatch rung = new CountDownLatch(1);
            Timer timer = new Timer(true);
            timer.schedule(task(rung::countDown), HOUR);
            rung.await();
            timer.cancel();
        });
    }

    private static TimerTask task(Runnable work) {
        return new TimerTask() {
            @Override
            public void run() {
                work.run();
            }
        };
    }

    @Test
    void whatIsRepeatedComesAsOftenAsItShould() throws InterruptedException {
        ScheduledExecutorService scheduler = closed(Executors.newScheduledThreadPool(2));
        AtomicInteger rate = new AtomicInteger();
        AtomicInteger delay = new AtomicInteger();
        AtomicInteger ticks = new AtomicInteger();
        Timer timer = new Timer(true);
        scheduler.scheduleAtFixedRate(rate::incrementAndGet, 60, 60, TimeUnit.SECONDS);
        scheduler.scheduleWithFixedDelay(delay::incrementAndGet, 60, 60, TimeUnit.SECONDS);
        timer.scheduleAtFixedRate(task(ticks::incrementAndGet), 60_000, 60_000);
        Thread.sleep(30 * 60_000 + 30_000);
        assertEquals(List.of(30, 30, 30), List.of(rate.get(), delay.get(), ticks.get()));
        timer.cancel();
    }

    @Test
    void whoeverIsLetGoOnDoesNotWaitForTheTime() throws Exception {
        Instant before = Instant.now();
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        Object monitor = new Object();
        AtomicBoolean isSet = new AtomicBoolean();
        Thread parked = Thread.currentThread();
        Thread busy = new Thread(() -> {
            queue.add(work());
            synchronized (monitor) {
                isSet.set(work() != 0);
                monitor.notify();
            }
            work();
            LockSupport.unpark(parked);
        });
        busy.start();
        assertEquals(work(), queue.poll(1, TimeUnit.HOURS));
        synchronized (monitor) {
            while (!isSet.get()) {
                monitor.wait(HOUR);
            }
        }
        LockSupport.parkNanos(HOUR * 1_000_000);
        busy.join(HOUR);
        assertFalse(busy.isAlive());
        assertTrue(Duration.between(before, Instant.now()).toMinutes() < 1);
    }

    /** In nanoseconds, none of these times is a number that there is. */
    @Test
    void whoeverWaitsForEverIsLetGoOn() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        AtomicBoolean isSet = new AtomicBoolean();
        Thread busy = new Thread(() -> {
            lock.lock();
            isSet.set(work() != 0);
            condition.signal();
            lock.unlock();
        });
        lock.lock();
        busy.start();
        while (!isSet.get()) {
            assertTrue(condition.awaitUntil(new Date(Long.MAX_VALUE)));
        }
        lock.unlock();
        busy.join(Long.MAX_VALUE);
        LockSupport.unpark(Thread.currentThread());
        LockSupport.parkUntil(Long.MAX_VALUE);
        LockSupport.unpark(Thread.currentThread());
        LockSupport.parkNanos(Long.MAX_VALUE);
    }

    /** Takes some milliseconds of the processor. */
    private static int work() {
        int sum = 7;
        for (int step = 0; step < 10_000_000; step++) {
            sum = sum * 31 + step;
        }
        return sum;
    }

    @Test
    void aPoolLetsThreadsGoThatHaveHadNothingToDoForLong() throws Exception {
        ThreadPoolExecutor pool = closed((ThreadPoolExecutor) Executors.newCachedThreadPool());
        Instant before = Instant.now();
        pool.submit(() -> 7).get();
        Thread.sleep(59_000);
        assertEquals(1, pool.getPoolSize());
        Thread.sleep(2_000);
        assertEquals(0, pool.getPoolSize());
        assertTrue(Duration.between(before, Instant.now()).toMillis() < 62_000);
    }

    /** Whoever listens waits in the operating system, and for a thread of this JVM. */
    @Test
    void nobodyWaitsForThoseWhoListen() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            sleep(HOUR / 2);
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        URI uri = URI.create("http://localhost:" + server.getAddress().getPort() + "/");
        HttpClient client = HttpClient.newHttpClient();
        takesAnHour(() -> {
            client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding());
            Thread.sleep(HOUR / 2);
        });
        CompletableFuture<?> answer =
                client.sendAsync(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding());
        takesAnHour(() -> {
            assertThrows(TimeoutException.class, () -> answer.get(HOUR / 4, TimeUnit.MILLISECONDS));
            answer.get(HOUR, TimeUnit.MILLISECONDS);
            Thread.sleep(HOUR / 2);
        });
        server.stop(0);
    }

    @Test
    void sleepersKeepOthersFromAMonitor() throws InterruptedException {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch isIn = new CountDownLatch(1);
        Thread holder = new Thread(() -> {
            synchronized (order) {
                isIn.countDown();
                sleep(HOUR);
                order.add("holder");
            }
        });
        holder.start();
        isIn.await();
        Thread other = new Thread(() -> {
            synchronized (order) {
                order.add("other");
            }
        });
        other.start();
        other.join();
        assertEquals(List.of("holder", "other"), order);
    }

    @Test
    void whoeverWaitsGetsTheMonitorBackFirst() throws InterruptedException {
        Object monitor = new Object();
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch isIn = new CountDownLatch(1);
        Thread waiting = new Thread(() -> {
            synchronized (monitor) {
                isIn.countDown();
                try {
                    monitor.wait(HOUR / 2);
                } catch (InterruptedException never) {
                    order.add("interrupted");
                }
                order.add("waited");
            }
        });
        waiting.start();
        isIn.await();
        synchronized (monitor) {
            sleep(HOUR);
            order.add("slept");
        }
        waiting.join();
        assertEquals(List.of("slept", "waited"), order);
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException never) {
            throw new AssertionError(never);
        }
    }

    @Test
    void whoeverWaitsIsInterrupted() throws InterruptedException {
        AtomicInteger interrupted = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        List<Wait> waits = List.of(
                () -> new CountDownLatch(1).await(1, TimeUnit.HOURS),
                () -> {
                    synchronized (threads) {
                        threads.wait(HOUR);
                    }
                },
                () -> new LinkedBlockingQueue<>().poll(1, TimeUnit.HOURS));
        for (Wait wait : waits) {
            Thread thread = new Thread(() -> {
                try {
                    wait.begin();
                } catch (InterruptedException expected) {
                    interrupted.incrementAndGet();
                } catch (Exception never) {
                    throw new AssertionError(never);
                }
            });
            thread.start();
            thread.interrupt();
            thread.join();
        }
        assertEquals(3, interrupted.get());
        assertThrows(IllegalMonitorStateException.class, () -> wait(HOUR));
        synchronized (this) {
            assertThrows(IllegalArgumentException.class, () -> wait(-1));
        }
    }

    @Test
    void timeOutsOfFrameworksAreReal() {
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> new CountDownLatch(1).await(1, TimeUnit.HOURS));
    }
}
