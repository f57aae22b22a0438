import java.util.concurrent.ThreadLocalRandom;

public class Conforming {
    public static void main(String[] args) throws Exception {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        random.nextInt();
        Thread thread = new Thread(() -> {
            ThreadLocalRandom.current().nextInt();
        });
        thread.start();
        thread.join();
    }
}
