public class Conforming {
    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        synchronized (lock) {
            lock.notifyAll();
            lock.wait(1);
        }
    }
}
