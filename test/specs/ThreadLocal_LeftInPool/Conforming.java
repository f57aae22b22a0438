import java.util.concurrent.*;

public class Conforming {
    static final ThreadLocal<String> USER = new ThreadLocal<>();

    static class Task implements Callable<Integer> {
        public Integer call() {
            USER.set("b");
            Runnable inner = () -> USER.get();
            inner.run();
            try {
                return USER.get().length();
            } finally {
                USER.remove();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(new Task()).get();
        pool.submit(() -> {
            USER.set("a");
            USER.set("b");
            USER.remove();
        }).get();
        pool.submit(() -> USER.get()).get();
        pool.shutdown();

        // A thread of its own ends with its task, and takes the value along.
        Thread thread = new Thread(() -> USER.set("c"));
        thread.start();
        thread.join();
        USER.set("d");
    }
}
