import java.util.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        ServiceLoader<Runnable> loader = ServiceLoader.load(Runnable.class);
        loader.reload();
        Thread thread = new Thread(() -> {
            ServiceLoader.load(Runnable.class).reload();
        });
        thread.start();
        thread.join();
    }
}
