import java.util.concurrent.locks.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        Lock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        lock.lock();
        condition.signalAll();
        lock.unlock();
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.notifyAll();
        }
    }
}
