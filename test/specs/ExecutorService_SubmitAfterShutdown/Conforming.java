import java.util.concurrent.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        executor.submit(() -> { });
        executor.shutdown();
        executor.awaitTermination(1, TimeUnit.SECONDS);
    }
}
