import java.util.concurrent.locks.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        Lock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        try {
            condition.signalAll(); // violation: Condition_WithoutLock
        } catch (IllegalMonitorStateException expected) {
            expected.getMessage();
        }
    }
}
