import java.util.concurrent.Semaphore;

public class Violating {
    public static void main(String[] args) throws Exception {
        Semaphore semaphore = new Semaphore(1);
        semaphore.acquire();
        semaphore.release();
        semaphore.release(); // violation: Semaphore_ReleaseWithoutAcquire
    }
}
