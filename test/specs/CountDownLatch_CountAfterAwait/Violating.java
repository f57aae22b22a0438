import java.util.concurrent.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        latch.await(1, TimeUnit.MILLISECONDS);
        latch.countDown(); // violation: CountDownLatch_CountAfterAwait
    }
}
