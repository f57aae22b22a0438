public class Conforming {
    public static void main(String[] args) throws Exception {
        Math.random();
        Thread thread = new Thread(() -> {
            java.util.concurrent.ThreadLocalRandom.current().nextDouble();
        });
        thread.start();
        thread.join();
        Math.random();
    }
}
