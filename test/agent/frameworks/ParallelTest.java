package shop;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Jupiter with parallel tests in one JVM that share pools; they wait for each other, so that they do run together. */
@Execution(ExecutionMode.CONCURRENT)
class ParallelTest {
    private static final CyclicBarrier TOGETHER = new CyclicBarrier(3);
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);
    private static final ForkJoinPool FORKS = new ForkJoinPool(2);

    private static void bugs(int times) throws Exception {
        TOGETHER.await(60, TimeUnit.SECONDS);
        for (int i = 0; i < 20; i++) {
            Bug.times(times);
            POOL.submit(() -> Bug.times(times)).get();
            FORKS.submit(() -> Bug.times(times)).get();
            Thread thread = new Thread(() -> Bug.times(times));
            thread.start();
            thread.join();
        }
        TOGETHER.await(60, TimeUnit.SECONDS);
    }

    @Test
    void one() throws Exception {
        bugs(1);
    }

    @Test
    void two() throws Exception {
        bugs(2);
    }

    @Test
    void three() throws Exception {
        bugs(3);
    }

    @AfterAll
    static void stop() {
        POOL.shutdown();
        FORKS.shutdown();
    }
}
