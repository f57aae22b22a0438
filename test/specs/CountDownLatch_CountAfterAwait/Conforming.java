import java.util.concurrent.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        latch.countDown();
        latch.await(1, TimeUnit.MILLISECONDS);
    }
}
