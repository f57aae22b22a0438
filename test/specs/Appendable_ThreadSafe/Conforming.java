public class Conforming {
    public static void main(String[] args) throws Exception {
        Appendable text = new StringBuffer();
        text.append("a");
        Thread thread = new Thread(() -> {
            try {
                text.append("b");
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        thread.start();
        thread.join();
        Appendable own = new StringBuilder();
        own.append("a");
        own.append("b");
    }
}
