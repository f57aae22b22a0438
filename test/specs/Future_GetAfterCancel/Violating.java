import java.util.concurrent.*;

public class Violating {
    public static void main(String[] args) throws Exception {
        FutureTask<String> future = new FutureTask<>(() -> "a");
        future.cancel(true);
        try {
            future.get(); // violation: Future_GetAfterCancel
        } catch (CancellationException expected) {
            expected.getMessage();
        }
    }
}
