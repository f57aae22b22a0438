import java.util.concurrent.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        executor.submit(() -> { });
        executor.shutdown();
        try {
            executor.submit(() -> { }); // violation: ExecutorService_SubmitAfterShutdown
        } catch (RejectedExecutionException expected) {
            expected.getMessage();
        }
    }
}
