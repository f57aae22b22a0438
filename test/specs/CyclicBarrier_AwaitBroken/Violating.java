import java.util.concurrent.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        try {
            barrier.await(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException expected) {
            try {
                barrier.await(); // violation: CyclicBarrier_AwaitBroken
            } catch (BrokenBarrierException broken) {
                broken.getMessage();
            }
        }
    }
}
