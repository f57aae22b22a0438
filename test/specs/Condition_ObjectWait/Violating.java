import java.util.concurrent.locks.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Lock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        synchronized (condition) {
            condition.notifyAll(); // violation: Condition_ObjectWait
        }
    }
}
