public class Conforming {
    public static void main(String[] args) throws Exception {
        StringBuilder text = new StringBuilder();
        text.append("a");
        Thread thread = new Thread(() -> {
            StringBuilder own = new StringBuilder();
            own.append("b");
        });
        thread.start();
        thread.join();
        text.append("c");
    }
}
