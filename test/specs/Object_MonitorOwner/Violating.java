public class Violating {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        try {
            lock.notifyAll(); // violation: Object_MonitorOwner
        } catch (IllegalMonitorStateException expected) {
            expected.getMessage();
        }
    }
}
