import java.util.concurrent.locks.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        ReadWriteLock rw = new ReentrantReadWriteLock();
        Lock read = rw.readLock();
        Lock write = rw.writeLock();
        read.lock();
        Thread.currentThread().interrupt();
        try {
            write.lockInterruptibly(); // violation: ReadWriteLock_Upgrade
        } catch (InterruptedException expected) {
            read.unlock();
        }
    }
}
