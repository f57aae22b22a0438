import java.util.concurrent.ThreadLocalRandom;

public class Violating {
    public static void main(String[] args) throws Exception {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        random.nextInt();
        Thread thread = new Thread(() -> {
            random.nextInt(); // violation: ThreadLocalRandom_Shared
        });
        thread.start();
        thread.join();
    }
}
