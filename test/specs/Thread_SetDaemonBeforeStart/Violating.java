import java.util.concurrent.CountDownLatch;

public class Violating {
    public static void main(String[] args) throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try {
                done.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        try {
            thread.setDaemon(true); // violation: Thread_SetDaemonBeforeStart
        } catch (IllegalThreadStateException expected) {
            done.countDown();
        }
        thread.join();
    }
}
