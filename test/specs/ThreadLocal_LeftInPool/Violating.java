import java.util.concurrent.*;

public class Violating {
    static final ThreadLocal<String> USER = new ThreadLocal<>();

    // The place that is reported is the begin of the task that left the value behind.
    static class Task implements Callable<Integer> {
        public Integer call() {
            String user = "b"; // violation: ThreadLocal_LeftInPool
            USER.set(user);
            return USER.get().length();
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        one.submit(() -> {
            USER.set("a"); // violation: ThreadLocal_LeftInPool
            Runnable inner = () -> USER.get();
            inner.run();
        }).get();
        one.submit(() -> USER.get()).get();
        one.shutdown();

        ExecutorService two = Executors.newFixedThreadPool(1);
        two.submit(new Task()).get();
        two.shutdown();

        ForkJoinPool three = new ForkJoinPool(1);
        three.submit(() -> {
            USER.remove(); // violation: ThreadLocal_LeftInPool
            USER.set("c");
        }).get();
        three.shutdown();
    }
}
