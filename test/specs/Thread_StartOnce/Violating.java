public class Violating {
    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> { });
        thread.start();
        thread.join();
        try {
            thread.start(); // violation: Thread_StartOnce
        } catch (IllegalThreadStateException expected) {
            expected.getMessage();
        }
    }
}
