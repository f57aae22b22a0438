import java.util.concurrent.locks.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Lock lock = new ReentrantLock();
        lock.lock();
        lock.lock();
        lock.unlock();
        lock.unlock();
        try {
            lock.unlock(); // violation: Lock_UnlockWithoutLock
        } catch (IllegalMonitorStateException expected) {
            expected.getMessage();
        }
    }
}
