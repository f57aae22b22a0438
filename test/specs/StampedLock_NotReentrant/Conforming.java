import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        StampedLock lock = new StampedLock();
        long stamp = lock.writeLock();
        Thread other = new Thread(() -> {
            try {
                lock.tryReadLock(1, TimeUnit.MILLISECONDS);
            } catch (InterruptedException nobody) {
                nobody.getMessage();
            }
        });
        other.start();
        other.join();
        stamp = lock.tryConvertToReadLock(stamp);
        lock.unlockRead(stamp);
        stamp = lock.readLock();
        lock.tryReadLock(1, TimeUnit.MILLISECONDS);
        lock.tryOptimisticRead();
        long refused = lock.tryWriteLock();
        long again = lock.readLock();
    }
}
