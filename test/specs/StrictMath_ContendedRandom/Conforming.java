public class Conforming {
    public static void main(String[] args) throws Exception {
        StrictMath.random();
        Thread thread = new Thread(() -> {
            java.util.concurrent.ThreadLocalRandom.current().nextDouble();
        });
        thread.start();
        thread.join();
        StrictMath.random();
    }
}
