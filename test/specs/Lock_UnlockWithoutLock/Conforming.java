import java.util.concurrent.locks.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Lock lock = new ReentrantLock();
        lock.lock();
        if (lock.tryLock()) {
            lock.unlock();
        }
        lock.unlock();
        lock.lock();
    }
}
