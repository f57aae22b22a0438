public class Violating {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder();
        text.append("a");
        Thread thread = new Thread(() -> {
            text.append("b"); // violation: StringBuilder_ThreadSafe
        });
        thread.start();
        thread.join();
    }
}
