import java.util.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        ServiceLoader<Runnable> loader = ServiceLoader.load(Runnable.class);
        loader.iterator();
        Thread thread = new Thread(() -> {
            loader.reload(); // violation: ServiceLoader_MultipleConcurrentThreads
        });
        thread.start();
        thread.join();
    }
}
