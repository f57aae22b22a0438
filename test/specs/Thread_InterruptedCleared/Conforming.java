public class Conforming {
    public static void main(String[] args) throws Exception {
        Thread.currentThread().interrupt();
        if (Thread.currentThread().isInterrupted()) {
            try {
                Thread.sleep(1);
            } catch (InterruptedException expected) {
                Thread.sleep(1);
            }
        }
        Thread.currentThread().interrupt();
        if (Thread.interrupted()) {
            Thread.currentThread().interrupt();
        }
        try {
            Thread.sleep(1);
        } catch (InterruptedException expected) {
            expected.getMessage();
        }
    }
}
