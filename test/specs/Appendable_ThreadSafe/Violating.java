public class Violating {
    public static void main(String[] args) throws Exception {
        Appendable text = new StringBuilder();
        text.append("a");
        Thread thread = new Thread(() -> {
            try {
                text.append("b"); // violation: Appendable_ThreadSafe
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        thread.start();
        thread.join();
        text.append("c");
    }
}
