import java.util.concurrent.CountDownLatch;

public class Conforming {
    public static void main(String[] args) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        Thread thread = new Thread(done::countDown);
        thread.setDaemon(true);
        thread.start();
        done.await();
    }
}
