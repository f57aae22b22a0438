package shop;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.AfterClass;
import org.junit.Assume;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Ignore;
import org.junit.Test;
import org.junit.runner.JUnitCore;

/** JUnit 4: lifecycle, threads, failures. */
public class FourTest {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);

    static final class Initialised {
        static {
            Bug.times(1);
        }

        static void touch() {
        }
    }

    @BeforeClass
    public static void beforeClass() {
        Bug.times(3);
    }

    @AfterClass
    public static void afterClass() {
        Bug.times(4);
        POOL.shutdown();
    }

    @Before
    public void before() {
    }

    @Test
    public void plain() {
        Bug.times(5);
    }

    @Test
    public void thread() throws Exception {
        Thread thread = new Thread(() -> Bug.times(6));
        thread.start();
        thread.join();
    }

    @Test
    public void pool() throws Exception {
        POOL.submit(() -> Bug.times(7)).get();
    }

    @Test
    public void initialiser() {
        Initialised.touch();
    }

    @Test(timeout = 60000)
    public void timeout() {
        Bug.times(8);
    }

    @Test
    public void fails() {
        throw new AssertionError("as asked");
    }

    @Test
    public void assumes() {
        Assume.assumeTrue(false);
    }

    @Ignore
    @Test
    public void ignored() {
    }

    public static void main(String[] args) throws Exception {
        JUnitCore.runClasses(FourTest.class);
        POOL.awaitTermination(10, TimeUnit.SECONDS);
    }
}
