import java.util.concurrent.Semaphore;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Semaphore semaphore = new Semaphore(1);
        semaphore.acquire();
        semaphore.release();
        if (semaphore.tryAcquire()) {
            semaphore.release();
        }
    }
}
