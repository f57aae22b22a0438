public class Violating {
    public static void main(String[] args) throws Exception {
        Thread.currentThread().interrupt();
        if (Thread.interrupted()) {
            Thread.sleep(1); // violation: Thread_InterruptedCleared
        }
    }
}
