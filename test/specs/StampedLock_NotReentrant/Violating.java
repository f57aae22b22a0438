import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        StampedLock lock = new StampedLock();
        long stamp = lock.writeLock();
        lock.tryReadLock(1, TimeUnit.MILLISECONDS); // violation: StampedLock_NotReentrant
        lock.unlockWrite(stamp);
    }
}
