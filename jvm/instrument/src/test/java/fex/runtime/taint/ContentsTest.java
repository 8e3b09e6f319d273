package fex.runtime.taint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The table of marks is read without locks, and no thread may miss what it has put there itself. */
class ContentsTest {
    /** Each thread knows the marks of its own objects, while the others have the table grow and have what is gone removed. */
    @Test
    void marks_are_found_while_other_threads_add_theirs() throws Exception {
        List<Callable<Void>> threads = new ArrayList<>();
        for (int number = 0; number < 4; number++) {
            Marks own = mark(number);
            threads.add(() -> {
                Object[] kept = new Object[5000];
                for (int at = 0; at < 100_000; at++) {
                    Object object = new Object();
                    Contents.add(object, own);
                    assertSame(own, Contents.of(object));
                    Object before = kept[at * 31 % kept.length];
                    assertSame(before == null ? null : own, Contents.of(before));
                    kept[at % kept.length] = object;
                }
                return null;
            });
        }
        atOnce(threads);
    }

    /** Marks that one object is given are those of the other one, too, however that falls together with their being joined. */
    @Test
    void what_is_joined_loses_no_marks_that_another_thread_adds() throws Exception {
        Marks first = mark(1);
        Marks second = mark(2);
        Marks third = mark(3);
        Marks all = Marks.union(Marks.union(first, second), third);
        CyclicBarrier together = new CyclicBarrier(2);
        Object[] lefts = new Object[20_000];
        Object[] rights = new Object[lefts.length];
        for (int at = 0; at < lefts.length; at++) {
            lefts[at] = new String[1];
            rights[at] = new Object();
            Contents.add(lefts[at], first);
        }
        atOnce(List.of(
                () -> {
                    for (int at = 0; at < lefts.length; at++) {
                        meet(together, at);
                        Contents.join(lefts[at], rights[at]);
                    }
                    return null;
                },
                () -> {
                    for (int at = 0; at < lefts.length; at++) {
                        meet(together, at);
                        Contents.add(lefts[at], second);
                        Contents.setElement(lefts[at], 0, third);
                    }
                    return null;
                }));
        for (Object right : rights) {
            assertSame(all, Contents.of(right));
        }
    }

    /** Unions are kept up to some number; what has made room for others is the same when it is asked for again. */
    @Test
    void unions_have_all_marks_of_both_sets_however_many_are_asked_for() {
        Marks one = mark(500);
        for (int round = 0; round < 2; round++) {
            for (int other = 0; other < 1000; other++) {
                int[] expected = IntStream.of(number(500), number(other)).sorted().distinct().toArray();
                assertArrayEquals(expected, Marks.union(one, mark(other)).inputs());
            }
        }
    }

    private static Marks mark(int number) {
        return Marks.of(number(number), 0);
    }

    /** The number of one of many inputs. */
    private static int number(int number) {
        return Inputs.number(new Input.Place("one of many " + number, Input.Kind.CONSTANT, "T", "test", "()V", 1, "", "I"));
    }

    private static void meet(CyclicBarrier together, int at) throws Exception {
        // Now and then is enough for the threads to stay close to each other.
        if (at % 16 == 0) {
            together.await();
        }
    }

    private static void atOnce(List<Callable<Void>> threads) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads.size());
        try {
            for (Future<Void> one : pool.invokeAll(threads)) {
                one.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
