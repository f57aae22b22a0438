import java.util.concurrent.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        try {
            barrier.await(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException expected) {
            barrier.reset();
        }
        try {
            barrier.await(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException expected) {
            expected.getMessage();
        }
    }
}
