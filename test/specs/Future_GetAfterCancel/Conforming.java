import java.util.concurrent.*;

public class Conforming {
    public static void main(String[] args) throws Exception {
        FutureTask<String> future = new FutureTask<>(() -> "a");
        future.run();
        future.cancel(true);
        future.get();
    }
}
